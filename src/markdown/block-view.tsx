'use client';
import type { MarkedToken, Token, Tokens } from 'marked';
import { memo, type NamedExoticComponent, type ReactElement } from 'react';
import { escapeUnseen } from '../approval/deceptive/escape-unseen.js';
import { rightToLeft } from '../approval/deceptive/right-to-left.js';
import { useWords } from '../components/strings-provider.js';
import { chatStrings } from '../words/english/chat.js';
import { CodeBlock } from './code-block.js';
import { InlineView, maxDepth } from './inline-view.js';

/** Props of {@link BlockView}. */
interface BlockViewProps {
  readonly token: Token;
  /** The number of blocks around. */
  readonly depth: number;
}

/** One block, rendered again only when its token changes. */
export const BlockView: NamedExoticComponent<BlockViewProps> = memo(function BlockView({ token, depth }) {
  if (depth > maxDepth) return <p data-plain="">{escapeUnseen(token.raw)}</p>;
  return renderBlock(token as MarkedToken, depth);
});

function renderBlock(token: MarkedToken, depth: number): ReactElement | null {
  switch (token.type) {
    case 'space':
    case 'def':
      return null;
    case 'heading':
      return <Heading token={token} />;
    case 'paragraph':
      return (
        <p dir="auto">
          <InlineView tokens={token.tokens} depth={0} />
        </p>
      );
    case 'code':
      return <CodeBlock code={token.text} language={/^[^\s{]+/.exec(token.lang ?? '')?.[0]} />;
    case 'blockquote':
      return (
        <blockquote dir={directionOf(token.text)}>
          <Blocks tokens={token.tokens} depth={depth + 1} />
        </blockquote>
      );
    case 'list':
      return <List token={token} depth={depth} />;
    case 'table':
      return <Table token={token} />;
    case 'hr':
      return <hr />;
    case 'html':
      return (
        <p dir="auto" data-plain="">
          {escapeUnseen(token.text)}
        </p>
      );
    default:
      return <InlineView tokens={[token]} depth={0} />; // the text of an item, which is not a paragraph
  }
}

interface BlocksProps {
  readonly tokens: readonly Token[];
  readonly depth: number;
}

function Blocks({ tokens, depth }: BlocksProps): ReactElement {
  return (
    <>
      {tokens.map((token, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks of one text are never rearranged
        <BlockView key={at} token={token} depth={depth} />
      ))}
    </>
  );
}

/**
 * Returns the direction of the first letter outside of code and addresses; without one, that of the page. The browser's
 * `auto` ignores elements that are `auto` themselves.
 */
function directionOf(text: string): 'rtl' | 'ltr' | undefined {
  const words = text.replace(/`[^`]*`|https?:\/\/\S*/gi, '');
  const [letter] = /\p{L}/u.exec(words) ?? /\p{L}/u.exec(text) ?? [];
  if (letter === undefined) return undefined;
  return rightToLeft.test(letter) ? 'rtl' : 'ltr';
}

/** A heading below the title of the chat, whatever level the model chose. */
function Heading({ token }: { readonly token: Tokens.Heading }): ReactElement {
  const Tag = (['h3', 'h4', 'h5', 'h6'] as const)[token.depth - 1] ?? 'h6';
  return (
    <Tag dir="auto">
      <InlineView tokens={token.tokens} depth={0} />
    </Tag>
  );
}

function List({ token, depth }: { readonly token: Tokens.List; readonly depth: number }): ReactElement {
  const items = token.items.map((item, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: items of one text are never rearranged
    <li key={at} dir="auto" data-task={item.task ? '' : undefined}>
      <Blocks tokens={item.tokens} depth={depth + 1} />
    </li>
  ));
  const dir = directionOf(token.items[0]?.text.replace(/^\[[ xX]\]/, '') ?? '');
  if (!token.ordered) return <ul dir={dir}>{items}</ul>;
  const start = token.start === '' ? 1 : token.start;
  const digits = String(start + items.length - 1).length;
  return (
    <ol dir={dir} start={start} data-digits={digits > 2 ? digits : undefined}>
      {items}
    </ol>
  );
}

function Table({ token }: { readonly token: Tokens.Table }): ReactElement {
  const strings = useWords(chatStrings);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section data-cs="markdown-table" tabIndex={0} aria-label={strings.table}>
      <table dir={directionOf(token.header[0]?.text ?? '')}>
        <thead>
          <MarkdownRow cells={token.header} />
        </thead>
        <tbody>
          {token.rows.map((cells, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of one text are never rearranged
            <MarkdownRow key={at} cells={cells} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function MarkdownRow({ cells }: { readonly cells: readonly Tokens.TableCell[] }): ReactElement {
  return (
    <tr>
      {cells.map(({ header, align, tokens }, at) => {
        const Cell = header ? 'th' : 'td';
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: cells of one text are never rearranged
          <Cell key={at} scope={header ? 'col' : undefined} dir="auto" data-align={align ?? undefined}>
            <InlineView tokens={tokens} depth={0} place="cell" />
          </Cell>
        );
      })}
    </tr>
  );
}
