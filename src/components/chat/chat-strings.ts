import type { DecidedBy } from '../../protocol/decided-by.js';
import type { CallPhase } from '../../store/call-record.js';
import type { ConversationStatus } from '../../store/conversation-state.js';

/** The frame of a chat: who speaks, what it does, where to type. Numbers, sizes and times come as text, in the provider's locale. */
export interface ChatStrings extends ComposerStrings, CallStrings {
  readonly conversation: string;
  readonly you: string;
  /** The name of an agent that has none. */
  readonly agent: string;
  readonly status: Readonly<Record<ConversationStatus, string>>;
  readonly stopped: (reason: string | undefined) => string;
  readonly tokens: (input: string, output: string) => string;
  readonly steps: (count: number) => string;
  /** The model's service refused or failed, and is asked again after so long. */
  readonly retryIn: (wait: string) => string;
  readonly attachment: string;
  readonly download: (name: string) => string;
  readonly sources: string;
  readonly reasoning: string;
  /** Reasoning that is still being written. */
  readonly thinking: string;
  readonly jump: string;
  readonly edit: string;
  readonly editLabel: string;
  readonly editSend: string;
  readonly cancel: string;
  readonly regenerate: string;
  readonly regenerateAnyway: string;
  /** Stands by what takes an answer back: what its calls did stays done. */
  readonly alreadyRan: (count: number) => string;
}

/** Where a person writes. */
export interface ComposerStrings {
  readonly message: string;
  readonly placeholder: string;
  readonly send: string;
  readonly stop: string;
  readonly hint: string;
  readonly attach: string;
  readonly attachments: string;
  readonly removeAttachment: (name: string) => string;
  readonly reading: string;
  readonly drop: string;
  readonly attachmentProblem: Readonly<Record<AttachmentFault, (name: string, limit: string) => string>>;
  /** `held`: the run before it was stopped or failed, so that it is not sent by itself. */
  readonly queued: (text: string, until: 'batch' | 'run' | 'held') => string;
  readonly queuedFiles: (count: number) => string;
  readonly unqueue: string;
  /** Sends what is held. */
  readonly sendQueued: string;
}

/** Why a file was not taken. */
export type AttachmentFault = 'type' | 'size' | 'count' | 'unreadable';

/** A tool call as a line of the conversation. */
export interface CallStrings {
  readonly phase: Readonly<Record<CallPhase, string>>;
  readonly returnedEdited: string;
  readonly progress: (title: string) => string;
  readonly tool: string;
  readonly input: string;
  readonly editedInput: string;
  readonly originalInput: string;
  readonly result: string;
  readonly answeredBy: string;
  readonly by: (by: DecidedBy) => string;
}
