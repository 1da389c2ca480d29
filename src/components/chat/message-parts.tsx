'use client';
import type { FileUIPart, ReasoningUIPart, SourceDocumentUIPart, SourceUrlUIPart, TextUIPart } from 'ai';
import { type ForwardRefExoticComponent, forwardRef, type ReactElement, type RefAttributes } from 'react';
import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import { type PartProps, type PartState, renderPart } from '../part/part.js';
import { useFormat, useWords } from '../strings-provider.js';
import { DeceptiveText } from '../value/marked-text.js';
import { useChat } from './chat-context.js';
import { chatStrings } from './chat-strings.js';

type TextState = Readonly<{ plain: boolean }>;

/** A text: through the app's `renderText`, or as it is. Never as HTML. */
export const ChatText: ForwardRefExoticComponent<ChatText.Props & RefAttributes<HTMLDivElement>> = forwardRef(
  function ChatText({ part, children, ...props }, ref) {
    const { renderText } = useChat('Text');
    const context = { state: part.state ?? 'done' };
    const shown = children ?? (renderText === undefined ? part.text : renderText(part.text, context));
    const state = { plain: children === undefined && renderText === undefined };
    return renderPart<'div', TextState>(
      'div',
      { ...props, children: shown },
      { slot: 'text', state, own: { dir: 'auto' }, ref },
    );
  },
);

export declare namespace ChatText {
  type Props = Omit<PartProps<'div', TextState>, 'part'> & { readonly part: TextUIPart };
  type State = TextState;
}

type ReasoningState = Readonly<{ state: 'streaming' | 'done' }>;

/** What the model thought, folded. */
export const ChatReasoning: ForwardRefExoticComponent<ChatReasoning.Props & RefAttributes<HTMLDetailsElement>> =
  forwardRef(function ChatReasoning({ part, children, ...props }, ref) {
    useChat('Reasoning');
    const strings = useWords(chatStrings);
    const within = children ?? (
      <>
        <summary>{part.state === 'streaming' ? strings.thinking : strings.reasoning}</summary>
        <div data-cs="text" data-plain="" dir="auto">
          {escapeUnseen(part.text)}
        </div>
      </>
    );
    return renderPart<'details', ReasoningState>(
      'details',
      { ...props, children: within },
      { slot: 'reasoning', state: { state: part.state ?? 'done' }, ref },
    );
  });

export declare namespace ChatReasoning {
  type Props = Omit<PartProps<'details', ReasoningState>, 'part'> & {
    readonly part: ReasoningUIPart;
  };
  type State = ReasoningState;
}

type FileState = Readonly<{ kind: 'image' | 'file' }>;

/** Pictures that are in the conversation itself. One from elsewhere would tell its server who reads what, so it is not loaded. */
const ownPicture = /^(?:data:image\/(?:png|jpe?g|gif|webp|avif)[;,]|blob:)/i;

/** What may be offered to be saved: content, or a web address. */
const savable = /^(?:data:|blob:|https?:)/i;
const isWeb = /^https?:/i;

/** A file: a picture that the message carries is shown, everything else is named, and can be saved. */
export const ChatFile: ForwardRefExoticComponent<ChatFile.Props & RefAttributes<HTMLDivElement>> = forwardRef(
  function ChatFile({ part, children, ...props }, ref) {
    useChat('File');
    const strings = useWords(chatStrings);
    const format = useFormat();
    const name = escapeUnseen(part.filename ?? strings.attachment);
    const size = inlineSize(part.url);
    const isPicture = part.mediaType.startsWith('image') && ownPicture.test(part.url);
    const within = children ?? (
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
    const state = { kind: isPicture ? 'image' : 'file' } as const;
    return renderPart<'div', FileState>('div', { ...props, children: within }, { slot: 'file', state, ref });
  },
);

export declare namespace ChatFile {
  type Props = Omit<PartProps<'div', FileState>, 'part'> & { readonly part: FileUIPart };
  type State = FileState;
}

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

/** The size of what a `data:` URL carries, in bytes. */
function inlineSize(url: string): number | undefined {
  const comma = url.startsWith('data:') ? url.indexOf(',') : -1;
  if (comma < 0) return undefined;
  const length = url.length - comma - 1;
  if (!url.slice(0, comma).endsWith(';base64')) return length;
  return Math.floor((length * 3) / 4) - (url.endsWith('==') ? 2 : url.endsWith('=') ? 1 : 0);
}

/** Something that the answer rests on: a link for a web address, a name for a document. */
export const ChatSource: ForwardRefExoticComponent<ChatSource.Props & RefAttributes<HTMLLIElement>> = forwardRef(
  function ChatSource({ part, children, ...props }, ref) {
    useChat('Source');
    const state = { kind: part.type === 'source-url' ? 'url' : 'document' };
    const within = children ?? <SourceName part={part} />;
    return renderPart<'li', PartState>('li', { ...props, children: within }, { slot: 'source', state, ref });
  },
);

export declare namespace ChatSource {
  type Props = Omit<PartProps<'li', PartState>, 'part'> & {
    readonly part: SourceUrlUIPart | SourceDocumentUIPart;
  };
  type State = PartState;
}

function SourceName({ part }: Pick<ChatSource.Props, 'part'>): ReactElement {
  if (part.type === 'source-document') return <bdi>{escapeUnseen(part.filename ?? part.title)}</bdi>;
  // Only the web: an address is the model's text, and might be a script.
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

/** An address as a browser requests it, which escapes what cannot be seen. */
function linkTo(url: string): string {
  return url !== escapeUnseen(url) && URL.canParse(url) ? new URL(url).href : url;
}

/** Where a link leads. */
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
