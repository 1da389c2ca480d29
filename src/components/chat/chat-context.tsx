'use client';
import type { FileUIPart, ReasoningUIPart, SourceDocumentUIPart, SourceUrlUIPart, TextUIPart, UIMessage } from 'ai';
import { type ComponentType, type ReactElement, type ReactNode, useMemo } from 'react';
import type { UseAgentRunResult } from '../../hooks/use-agent-run.js';
import type { ToolPart } from '../../store/messages/call-record.js';
import type { CardSlotProps } from '../batch/approval-queue.js';
import { type PartContext, partContext } from '../part/use-within.js';

/** What is known about a text that is to be rendered. */
export interface RenderTextContext {
  /** `streaming`: more of it comes, so that its end may break off anywhere. */
  readonly state: 'streaming' | 'done';
}

/** Turns a text of the conversation into what is shown, such as Markdown. The default shows it as it is. */
export type RenderText = (text: string, context: RenderTextContext) => ReactNode;

/** What a component that shows one part of a message gets. */
export interface PartSlotProps<PART> {
  readonly part: PART;
}

/** What a component that shows something of the conversation gets. */
export interface RunSlotProps {
  readonly run: UseAgentRunResult;
}

/**
 * Components to use in place of the chat's own. Keep the object outside of your component: with a new one at each rendering
 * everything renders anew.
 */
export interface ChatSlots {
  /** A whole message. */
  readonly Message?: ComponentType<{ readonly message: UIMessage }>;
  readonly Text?: ComponentType<PartSlotProps<TextUIPart>>;
  readonly Reasoning?: ComponentType<PartSlotProps<ReasoningUIPart>>;
  /** A tool call, as long as it does not stand on the queue. */
  readonly CallLine?: ComponentType<PartSlotProps<ToolPart>>;
  readonly File?: ComponentType<PartSlotProps<FileUIPart>>;
  readonly Source?: ComponentType<PartSlotProps<SourceUrlUIPart | SourceDocumentUIPart>>;
  /** An app's own `data-…` part. Default: nothing. */
  readonly Data?: ComponentType<PartSlotProps<Extract<UIMessage['parts'][number], { type: `data-${string}` }>>>;
  /** What the model gives as the output of its agent, as far as it is written: not checked, so whatever it is, it may be something else. Default: nothing. */
  readonly Output?: ComponentType<{ readonly output: unknown }>;
  /** One call that needs a yes, made of parts of `Approval`. */
  readonly Card?: ComponentType<CardSlotProps>;
  /** All calls that need people; with it, `Card` has no effect. */
  readonly Queue?: ComponentType<RunSlotProps>;
  readonly Status?: ComponentType<RunSlotProps>;
  readonly Composer?: ComponentType<RunSlotProps>;
  /** Stands where the messages will be. */
  readonly Empty?: ComponentType<RunSlotProps>;
}

/** What the parts of a chat need from it. */
export interface ChatControl {
  readonly run: UseAgentRunResult;
  readonly slots: ChatSlots;
  readonly renderText: RenderText | undefined;
}

/** The chat around. */
export const ChatContext: PartContext<ChatControl> = partContext('Chat.Root run={…}', 'it has no conversation to show');
const noSlots: ChatSlots = Object.freeze({});

/** Props of {@link ChatProvider}. */
export interface ChatProviderProps {
  readonly run: UseAgentRunResult;
  readonly slots?: ChatSlots | undefined;
  readonly renderText?: RenderText | undefined;
  readonly children?: ReactNode;
}

/** Gives the parts inside what they need. */
export function ChatProvider({ run, slots = noSlots, renderText, children }: ChatProviderProps): ReactElement {
  const control = useMemo(() => ({ run, slots, renderText }), [run, slots, renderText]);
  return <ChatContext.Provider value={control}>{children}</ChatContext.Provider>;
}
