'use client';
import type { ReactElement } from 'react';
import { escapeUnseen } from '../approval/deceptive/escape-unseen.js';
import { useWords } from '../components/strings-provider.js';
import { CopyValue } from '../components/value/copy-value.js';
import { chatStrings } from '../words/english/chat.js';
import { type MarkdownCodeProps, useMarkdown } from './markdown-context.js';

/** A code block with its language, and a button that copies it. */
export function CodeBlock({ code, language }: MarkdownCodeProps): ReactElement {
  const strings = useWords(chatStrings);
  const { Code } = useMarkdown();
  return (
    <div data-cs="code-block" dir="ltr">
      <div data-cs="code-head">
        <span data-cs="code-language">{language === undefined ? null : escapeUnseen(language)}</span>
        <CopyValue text={() => code} aria-label={strings.copyCode} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre tabIndex={0}>
        <code translate="no">{Code === undefined ? escapeUnseen(code) : <Code code={code} language={language} />}</code>
      </pre>
    </div>
  );
}
