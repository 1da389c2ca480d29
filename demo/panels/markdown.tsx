import { lazy, type ReactElement, Suspense } from 'react';

const ReactMarkdown = lazy(() => import('react-markdown'));

/** Markdown as elements. Raw HTML in the text stays text. */
export function Markdown({ text }: { readonly text: string }): ReactElement {
  return (
    <div className="markdown">
      <Suspense fallback={<p>{text}</p>}>
        <ReactMarkdown>{text}</ReactMarkdown>
      </Suspense>
    </div>
  );
}
