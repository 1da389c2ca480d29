'use client';
import type { FileUIPart, ReasoningUIPart, SourceDocumentUIPart, SourceUrlUIPart, TextUIPart, UIMessage } from 'ai';
import { type ComponentType, type ReactElement, type ReactNode, useMemo } from 'react';
import type { ToolPart } from '../../conversation/messages/call-record.js';
import type { UseAgentRunResult } from '../../hooks/use-agent-run.js';
import type { CardSlotProps } from '../batch/approval-queue.js';
import { type PartContext, partContext } from '../part/use-within.js';

/** The context of a text to render. */
interface RenderTextContext {
  /** `streaming`: more text follows, so it may break off anywhere. */
  readonly state: 'streaming' | 'done';
}

/** Renders a text of the conversation, such as Markdown. The default shows plain text. */
export type RenderText = (text: string, context: RenderTextContext) => ReactNode;

/** Props of a component that shows one part of a message. */
export interface PartSlotProps<PART> {
  readonly part: PART;
}

/** Props of a component that shows something of the conversation. */
export interface RunSlotProps {
  readonly run: UseAgentRunResult;
}

/**
 * Components that replace the chat's own. Keep the object outside of your component: a new one at each rendering
 * renders everything again.
 */
export interface ChatSlots {
  /** A whole message. */
  readonly Message?: ComponentType<{ readonly message: UIMessage }>;
  readonly Text?: ComponentType<PartSlotProps<TextUIPart>>;
  readonly Reasoning?: ComponentType<PartSlotProps<ReasoningUIPart>>;
  /** A tool call that is not on the queue. */
  readonly CallLine?: ComponentType<PartSlotProps<ToolPart>>;
  readonly File?: ComponentType<PartSlotProps<FileUIPart>>;
  readonly Source?: ComponentType<PartSlotProps<SourceUrlUIPart | SourceDocumentUIPart>>;
  /** An app's own `data-…` part. Default: nothing. */
  readonly Data?: ComponentType<PartSlotProps<Extract<UIMessage['parts'][number], { type: `data-${string}` }>>>;
  /**
   * The structured output of the agent, as far as the model has written it. It is not validated, so it may have any
   * shape. Default: nothing.
   */
  readonly Output?: ComponentType<{ readonly output: unknown }>;
  /** One call that needs approval, made of parts of `Approval`. */
  readonly Card?: ComponentType<CardSlotProps>;
  /** All pending calls; with it, `Card` has no effect. */
  readonly Queue?: ComponentType<RunSlotProps>;
  readonly Status?: ComponentType<RunSlotProps>;
  readonly Composer?: ComponentType<RunSlotProps>;
  /** The content while the conversation is empty. */
  readonly Empty?: ComponentType<RunSlotProps>;
}

/** The values that the parts of a chat share. */
interface ChatControl {
  readonly run: UseAgentRunResult;
  readonly slots: ChatSlots;
  readonly renderText: RenderText | undefined;
}

/** The chat around. */
export const ChatContext: PartContext<ChatControl> = partContext('Chat.Root run={…}', 'it has no conversation to show');
const noSlots: ChatSlots = Object.freeze({});

/** Props of {@link ChatProvider}. */
interface ChatProviderProps {
  readonly run: UseAgentRunResult;
  readonly slots?: ChatSlots | undefined;
  readonly renderText?: RenderText | undefined;
  readonly children?: ReactNode;
}

/** Provides the conversation to the parts inside. */
export function ChatProvider({ run, slots = noSlots, renderText, children }: ChatProviderProps): ReactElement {
  const control = useMemo(() => ({ run, slots, renderText }), [run, slots, renderText]);
  return <ChatContext.Provider value={control}>{children}</ChatContext.Provider>;
}
