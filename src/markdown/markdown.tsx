'use client';
import { type ComponentType, type ReactElement, useMemo, useRef, useState } from 'react';
import type { RenderText } from '../components/chat/chat-context.js';
import { KeepSelection } from '../components/part/keep-selection.js';
import { BlockView } from './block-view.js';
import { type MarkdownCodeProps, type MarkdownControl, MarkdownProvider } from './markdown-context.js';
import { createBlockReader, type TextState } from './read-blocks.js';

/** Props of {@link Markdown}. */
export interface MarkdownProps {
  /** The Markdown text. */
  readonly text: string;
  /** `streaming`: more text follows, so unfinished syntax is completed. Default: `done`. */
  readonly state?: TextState | undefined;
  /**
   * Returns `true` for the address of a picture that may be loaded. Default: none is loaded, since an address tells its
   * server whatever the model put into it. Of `data:` only pixels are ever shown.
   */
  readonly allowImage?: ((url: string) => boolean) | undefined;
  /**
   * Renders the inside of a code block, for example with colours. Default: plain code. Keep the component outside of
   * yours.
   */
  readonly code?: ComponentType<MarkdownCodeProps> | undefined;
}

/**
 * A text of a model as headings, lists, tables and code that can be copied. Raw HTML stays text, a link shows its host,
 * and no picture is loaded unless `allowImage` says so. While the text grows, only its end is parsed and rendered
 * again.
 *
 * @example
 * <AgentChat run={run} renderText={(text, { state }) => <Markdown text={text} state={state} code={Highlighted} />} />
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
 * Renders the texts of a chat as Markdown. For pictures, or colours for code, write such a function of your own with
 * {@link Markdown}.
 *
 * @param text the text that the model has written so far.
 * @param context the state of the text.
 * @example <AgentChat run={run} renderText={renderMarkdown} />
 */
export const renderMarkdown: RenderText = (text, { state }) => <Markdown text={text} state={state} />;
