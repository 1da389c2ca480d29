'use client';
import type { MarkedToken, Token, Tokens } from 'marked';
import { Fragment, type ReactElement, type ReactNode } from 'react';
import { escapeUnseen } from '../approval/deceptive/escape-unseen.js';
import { useWords } from '../components/strings-provider.js';
import { chatStrings } from '../words/english/chat.js';
import { decodeEntities } from './entities.js';
import { useMarkdown } from './markdown-context.js';
import { SafeLink } from './safe-link.js';

/** The nesting depth beyond which text is shown as it was written. */
export const maxDepth = 32;

/** Props of {@link InlineView}. */
interface InlineViewProps {
  readonly tokens: readonly Token[];
  /** The number of marks around. */
  readonly depth: number;
  /**
   * The surrounding element: a link, which may not contain another link, or a table cell, where `<br>` breaks the line.
   * Default: `text`.
   */
  readonly place?: InlinePlace;
}

type InlinePlace = 'text' | 'link' | 'cell';

/** The only supported tag, as a cell has no other way to break a line. */
const lineBreak = /^<br ?\/?>$/i;

/** Running text: emphasis, code, links. */
export function InlineView({ tokens, depth, place = 'text' }: InlineViewProps): ReactElement {
  return (
    <>
      {tokens.map((token, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text are never rearranged
        <Fragment key={at}>
          {depth > maxDepth ? escapeUnseen(token.raw) : renderInline(token as MarkedToken, { depth, place })}
        </Fragment>
      ))}
    </>
  );
}

function renderInline(token: MarkedToken, { depth, place }: Required<Omit<InlineViewProps, 'tokens'>>): ReactNode {
  const within = (tokens: readonly Token[]): ReactElement => (
    <InlineView tokens={tokens} depth={depth + 1} place={place} />
  );
  switch (token.type) {
    case 'strong':
      return <strong>{within(token.tokens)}</strong>;
    case 'em':
      return <em>{within(token.tokens)}</em>;
    case 'del':
      return <del>{within(token.tokens)}</del>;
    case 'codespan':
      // The browser ignores elements with a direction of their own when it determines the direction of the text around
      // them.
      return (
        <code translate="no" dir="ltr">
          {escapeUnseen(token.text)}
        </code>
      );
    case 'br':
      return <br />;
    case 'link':
      return <LinkView token={token} depth={depth} />;
    case 'image':
      return <Picture token={token} place={place} />;
    case 'text':
      return token.tokens === undefined ? escapeUnseen(decodeEntities(token.text)) : within(token.tokens);
    case 'escape':
      return escapeUnseen(token.text);
    case 'checkbox':
      return <Checkbox checked={token.checked} />;
    case 'html':
      return place === 'cell' && lineBreak.test(token.raw) ? <br /> : escapeUnseen(token.raw);
    default:
      return escapeUnseen(token.raw); // raw HTML is text, and so are unknown tokens
  }
}

function LinkView({ token, depth }: { readonly token: Tokens.Link; readonly depth: number }): ReactElement {
  const href = token.autolink === true ? token.href : decodeEntities(token.href);
  return (
    <SafeLink href={href} text={plainText(token.tokens)}>
      <InlineView tokens={token.tokens} depth={depth + 1} place="link" />
    </SafeLink>
  );
}

/** Returns the text of tokens, without their marks. */
function plainText(tokens: readonly Token[], depth = 0): string {
  return tokens
    .map((token) => {
      if (token.type === 'image') return '';
      if ('tokens' in token && token.tokens !== undefined && depth < maxDepth)
        return plainText(token.tokens, depth + 1);
      return token.type === 'text' ? decodeEntities(token.raw) : 'text' in token ? String(token.text) : token.raw;
    })
    .join('');
}

/** Matches pixels that the text itself contains. A drawing could be a whole page. */
const pixels = /^data:image\/(?:png|jpe?g|gif|webp|avif)[;,]/i;

interface PictureProps {
  readonly token: Tokens.Image;
  readonly place: InlinePlace;
}

/** A picture if the app allows it; else its name, and a link to it. */
function Picture({ token, place }: PictureProps): ReactElement {
  const strings = useWords(chatStrings);
  const { allowImage } = useMarkdown();
  const src = decodeEntities(token.href);
  const alt = escapeUnseen(plainText(token.tokens));
  const isPicture = /^https?:\/\//i.test(src) || pixels.test(src);
  if (isPicture && allowImage?.(src) === true)
    return <img data-cs="picture" src={src} alt={alt} loading="lazy" referrerPolicy="no-referrer" />;
  const name = strings.picture(alt);
  if (place === 'link') return <bdi>{name}</bdi>;
  return (
    <SafeLink href={src} text={name}>
      {name}
    </SafeLink>
  );
}

function Checkbox({ checked }: { readonly checked: boolean }): ReactElement {
  const strings = useWords(chatStrings);
  return <input type="checkbox" checked={checked} disabled aria-label={strings.task(checked ? 'done' : 'open')} />;
}
