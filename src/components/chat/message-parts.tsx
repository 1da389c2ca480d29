'use client';
import type { FileUIPart, ReasoningUIPart, SourceDocumentUIPart, SourceUrlUIPart, TextUIPart } from 'ai';
import type { ReactElement } from 'react';
import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import { chatStrings } from '../../words/english/chat.js';
import { type Part, part } from '../part/part.js';
import { useWithin } from '../part/use-within.js';
import { useFormat, useWords } from '../strings-provider.js';
import { DeceptiveText } from '../value/marked-text.js';
import { ChatContext } from './chat-context.js';

/** A text, rendered by the app's `renderText`, or as plain text. Never as HTML. */
export const ChatText: Part<'div', { plain: boolean }, { readonly part: TextUIPart }> = part(
  'Chat.Text',
  'div',
  ({ part, children, ...props }, render) => {
    const { renderText } = useWithin(ChatContext, 'Chat.Text');
    const context = { state: part.state ?? 'done' };
    return render(props, {
      'data-cs': 'text',
      state: { plain: children === undefined && renderText === undefined },
      dir: 'auto',
      children: children ?? (renderText === undefined ? part.text : renderText(part.text, context)),
    });
  },
);

/** The model's reasoning, collapsed. */
export const ChatReasoning: Part<'details', { state: 'streaming' | 'done' }, { readonly part: ReasoningUIPart }> = part(
  'Chat.Reasoning',
  'details',
  ({ part, ...props }, render) => {
    useWithin(ChatContext, 'Chat.Reasoning');
    const strings = useWords(chatStrings);
    const children = (
      <>
        <summary>{part.state === 'streaming' ? strings.thinking : strings.reasoning}</summary>
        <div data-cs="text" data-plain="" dir="auto">
          {escapeUnseen(part.text)}
        </div>
      </>
    );
    return render(props, { 'data-cs': 'reasoning', state: { state: part.state ?? 'done' }, children });
  },
);

/**
 * Matches pictures that are in the conversation itself. One from elsewhere would reveal to its server who reads it, so
 * it is not loaded.
 */
const ownPicture = /^(?:data:image\/(?:png|jpe?g|gif|webp|avif)[;,]|blob:)/i;

/** Matches addresses that may be offered as a download: content, or a web address. */
const savable = /^(?:data:|blob:|https?:)/i;
const isWeb = /^https?:/i;

/** A file: a picture that the message contains is shown, anything else is named and can be downloaded. */
export const ChatFile: Part<'div', { kind: 'image' | 'file' }, { readonly part: FileUIPart }> = part(
  'Chat.File',
  'div',
  ({ part, ...props }, render) => {
    useWithin(ChatContext, 'Chat.File');
    const strings = useWords(chatStrings);
    const format = useFormat();
    const name = escapeUnseen(part.filename ?? strings.attachment);
    const size = inlineSize(part.url);
    const isPicture = part.mediaType.startsWith('image') && ownPicture.test(part.url);
    const children = (
      <>
        {isPicture ? <img data-cs="file-picture" src={part.url} alt={name} /> : null}
        <span data-cs="file-name" translate="no">
          <FileName part={part} name={name} />{' '}
          <span data-cs="file-type">
            {escapeUnseen(part.mediaType)}
            {size === undefined ? '' : `, ${format.bytes(size)}`}
          </span>
        </span>
      </>
    );
    return render(props, { 'data-cs': 'file', state: { kind: isPicture ? 'image' : 'file' }, children });
  },
);

interface FileNameProps {
  readonly part: FileUIPart;
  readonly name: string;
}

function FileName({ part, name }: FileNameProps): ReactElement {
  const strings = useWords(chatStrings);
  const visible = escapeUnseen(name);
  if (!savable.test(part.url)) return <bdi>{visible}</bdi>;
  return (
    <>
      <a
        href={linkTo(part.url)}
        download={visible}
        title={strings.download(name)}
        target="_blank"
        rel="noopener noreferrer"
      >
        <bdi>{visible}</bdi>
      </a>
      {/* The name says what the model wants it to say; the host says where the link goes. */}
      {isWeb.test(part.url) ? (
        <>
          {' '}
          <LinkHost url={part.url} />
        </>
      ) : null}
    </>
  );
}

/** Returns the size of a `data:` URL's content, in bytes. */
function inlineSize(url: string): number | undefined {
  const comma = url.startsWith('data:') ? url.indexOf(',') : -1;
  if (comma < 0) return undefined;
  const length = url.length - comma - 1;
  if (!url.slice(0, comma).endsWith(';base64')) return length;
  return Math.floor((length * 3) / 4) - (url.endsWith('==') ? 2 : url.endsWith('=') ? 1 : 0);
}

/** A source of the answer: a link for a web address, a name for a document. */
export const ChatSource: Part<'li', { kind: 'url' | 'document' }, SourceProps> = part(
  'Chat.Source',
  'li',
  ({ part, ...props }, render) => {
    useWithin(ChatContext, 'Chat.Source');
    return render(props, {
      'data-cs': 'source',
      state: { kind: part.type === 'source-url' ? 'url' : 'document' },
      children: <SourceName part={part} />,
    });
  },
);

interface SourceProps {
  readonly part: SourceUrlUIPart | SourceDocumentUIPart;
}

function SourceName({ part }: SourceProps): ReactElement {
  if (part.type === 'source-document') return <bdi>{escapeUnseen(part.filename ?? part.title)}</bdi>;
  // Only web addresses: the model wrote the address, which might be a script.
  if (!/^https?:\/\//i.test(part.url) || !URL.canParse(part.url))
    return <DeceptiveText text={part.title ?? part.url} />;
  return (
    <>
      <a href={linkTo(part.url)} target="_blank" rel="noopener noreferrer">
        <DeceptiveText text={part.title ?? part.url} />
      </a>
      {/* A title says what the model wants it to say; the host says where the link goes. */}
      {part.title === undefined ? null : <LinkHost url={part.url} />}
    </>
  );
}

/** Returns an address as a browser requests it, with invisible characters escaped. */
function linkTo(url: string): string {
  return url !== escapeUnseen(url) && URL.canParse(url) ? new URL(url).href : url;
}

/** The host of a link. */
function LinkHost({ url }: { readonly url: string }): ReactElement {
  return (
    <span data-cs="source-host" translate="no" dir="ltr">
      {URL.canParse(url) ? (
        <DeceptiveText text={new URL(url).host} kind="host" />
      ) : (
        <DeceptiveText text={url} kind="url" />
      )}
    </span>
  );
}
