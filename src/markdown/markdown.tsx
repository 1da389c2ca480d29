'use client';
import { type ComponentType, type ReactElement, useMemo, useRef, useState } from 'react';
import type { RenderText } from '../components/chat/chat-context.js';
import { KeepSelection } from '../components/part/keep-selection.js';
import { BlockView } from './block-view.js';
import { type MarkdownCodeProps, type MarkdownControl, MarkdownProvider } from './markdown-context.js';
import { createBlockReader, type TextState } from './read-blocks.js';

/** Props of {@link Markdown}. */
export interface MarkdownProps {
  /** What the model wrote. */
  readonly text: string;
  /** `streaming`: more of it comes, so what is begun is shown as if it were ended. Default: `done`. */
  readonly state?: TextState | undefined;
  /**
   * Whether a picture may be loaded; it is asked for the address of each. Default: none is, since an address tells its server
   * whatever the model put into it. Of `data:` only pixels are ever shown.
   */
  readonly allowImage?: ((url: string) => boolean) | undefined;
  /** Shows the inside of a code block, such as with colours. Default: the code as it is. Keep the component outside of yours. */
  readonly code?: ComponentType<MarkdownCodeProps> | undefined;
}

/**
 * A text of a model as headings, lists, tables and code that can be copied. Raw HTML stays text, a link says which host it leads to, and
 * no picture is loaded unless `allowImage` says so. While the text grows, only its end is read and rendered anew.
 *
 * @example <AgentChat run={run} renderText={(text, { state }) => <Markdown text={text} state={state} code={Highlighted} />} />
 */
export function Markdown({ text, state = 'done', allowImage, code }: MarkdownProps): ReactElement {
  const element = useRef<HTMLDivElement>(null);
  const [reader] = useState(createBlockReader);
  const blocks = useMemo(() => reader.read(text, state), [reader, text, state]);
  const control = useMemo<MarkdownControl>(() => ({ allowImage, Code: code }), [allowImage, code]);
  return (
    <KeepSelection within={element}>
      <div data-cs="markdown" ref={element}>
        <MarkdownProvider value={control}>
          {blocks.map(({ start, token }) => (
            <BlockView key={start} token={token} depth={0} />
          ))}
        </MarkdownProvider>
      </div>
    </KeepSelection>
  );
}

/**
 * Renders the texts of a chat as Markdown. With pictures, or colours for code, write such a function of your own with {@link Markdown}.
 *
 * @param text what the model wrote so far.
 * @param context whether more of it comes.
 * @example <AgentChat run={run} renderText={renderMarkdown} />
 */
export const renderMarkdown: RenderText = (text, { state }) => <Markdown text={text} state={state} />;
