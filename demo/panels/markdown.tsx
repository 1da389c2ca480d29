import { lazy, type ReactElement, type ReactNode, Suspense } from 'react';

const ReactMarkdown = lazy(() => import('react-markdown'));

/** Markdown as elements. Raw HTML in the text stays text; pictures are named, and loaded from nowhere. */
export function Markdown({ text }: { readonly text: string }): ReactElement {
  return (
    <div className="markdown">
      <Suspense fallback={<p>{text}</p>}>
        <ReactMarkdown components={components}>{text}</ReactMarkdown>
      </Suspense>
    </div>
  );
}

const components = { a: Link, img: Picture } as const;

/** A link that says where it leads: its text is the model's. */
function Link({
  href = '',
  children,
}: {
  readonly href?: string | undefined;
  readonly children?: ReactNode;
}): ReactElement {
  if (!/^https?:\/\//i.test(href) || !URL.canParse(href)) return <bdi>{children}</bdi>;
  return (
    <>
      <a href={href} target="_blank" rel="noopener noreferrer nofollow">
        <bdi>{children}</bdi>
      </a>{' '}
      <small dir="ltr">({new URL(href).host})</small>
    </>
  );
}

/** The name of a picture. Its address is the model's text, and to load it would tell a stranger whatever stands in there. */
function Picture({ alt = '' }: { readonly alt?: string | undefined }): ReactElement {
  return <bdi>[{alt === '' ? 'a picture' : alt}]</bdi>;
}
