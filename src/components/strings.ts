import type { Risk } from '../protocol/deferred.js';
import type { LateReason } from '../protocol/run-event.js';
import type { CallPhase } from '../store/call-record.js';
import type { ConversationStatus } from '../store/conversation-state.js';

/** The frame of a chat: who speaks, what it does, where to type. */
export interface ChatStrings {
  readonly conversation: string;
  readonly you: string;
  /** The name of an agent that has none. */
  readonly agent: string;
  readonly status: Readonly<Record<ConversationStatus, string>>;
  readonly stopped: (reason: string | undefined) => string;
  readonly tokens: (input: number, output: number) => string;
  readonly message: string;
  readonly placeholder: string;
  readonly send: string;
  readonly stop: string;
  readonly queued: (text: string, until: 'batch' | 'run') => string;
  readonly attachment: string;
  readonly reasoning: string;
  readonly jump: string;
  readonly phase: Readonly<Record<CallPhase, string>>;
  readonly returnedEdited: string;
  readonly progress: (toolName: string) => string;
  readonly input: string;
  readonly editedInput: string;
  readonly result: string;
}

/** The queue and its cards. */
export interface ApprovalStrings {
  readonly callsNeedYou: (count: number) => string;
  /** A batch in which only client tools work, and nobody is asked. */
  readonly callsRunHere: (count: number) => string;
  readonly decided: (done: number, all: number) => string;
  readonly askedAgain: (round: number) => string;
  readonly expires: (time: string) => string;
  readonly together: string;
  readonly approveAll: string;
  readonly approveOthers: (count: number) => string;
  readonly denyAll: string;
  readonly denyAllWith: string;
  readonly bulkProblem: (count: number) => string;
  readonly risk: Readonly<Record<Risk, string>>;
  /** Sentences for the `metadata.reason` of a deferral. */
  readonly reasons: Readonly<Record<string, string>>;
  readonly askedBecause: (reason: string) => string;
  readonly askedAlways: string;
  readonly requestedBy: (path: readonly string[]) => string;
  readonly approve: string;
  readonly edit: string;
  readonly deny: string;
  readonly back: string;
  readonly reset: string;
  readonly approveEdited: string;
  readonly editLabel: string;
  readonly notJson: (detail: string) => string;
  readonly issue: (path: string, message: string) => string;
  readonly wholeInput: string;
  readonly denyLabel: string;
  readonly denyHint: (fallback: string) => string;
  readonly denyWith: string;
  readonly denyPlain: string;
  readonly checking: string;
  readonly late: Readonly<Record<LateReason, string>>;
  readonly rejected: (message: string) => string;
  readonly answers: AnswerStrings;
  readonly time: (at: number) => string;
}

/** One line per way to answer, on a decided card. */
export interface AnswerStrings {
  readonly approved: string;
  readonly edited: string;
  readonly denied: (message: string) => string;
  readonly returned: string;
  readonly failed: (message: string) => string;
  readonly retry: (message: string) => string;
  readonly parked: string;
  readonly expired: string;
}

/** How values are shown. */
export interface ValueStrings {
  readonly empty: string;
  readonly none: string;
  readonly raw: string;
  /** Stands above what runs where defaults or conversions change the input. */
  readonly willRunAs: string;
  /** Nothing on this page could check the input. */
  readonly unchecked: string;
  readonly showAll: (lines: number, characters: number) => string;
  readonly showLess: string;
}

/** Client tools. */
export interface OutletStrings {
  readonly working: string;
  readonly missing: (toolName: string) => string;
  readonly crashed: (message: string) => string;
  readonly retry: string;
  readonly fail: string;
  readonly failLabel: string;
  readonly failWith: string;
  readonly failDefault: string;
}

/** The event feed. */
export interface FeedStrings {
  readonly title: string;
  readonly live: string;
  readonly count: (count: number) => string;
  readonly earlier: (count: number) => string;
  readonly empty: string;
  readonly run: string;
  readonly runEnd: Readonly<Record<'completed' | 'deferred' | 'aborted' | 'failed', string>>;
  readonly step: (step: number) => string;
  readonly model: string;
  readonly tokens: (input: number, output: number) => string;
  readonly text: string;
  readonly reasoning: string;
  readonly writes: (toolName: string) => string;
  readonly called: (toolName: string) => string;
  readonly runs: (toolName: string) => string;
  /** A tool that stopped to have people asked. */
  readonly asks: (toolName: string) => string;
  readonly ended: (toolName: string, status: CallPhase) => string;
  readonly handed: (count: number) => string;
  readonly answered: (count: number) => string;
  readonly declined: (count: number) => string;
  readonly waits: (toolName: string) => string;
  readonly answer: (toolName: string, word: string) => string;
  readonly late: string;
  readonly lateBy: Readonly<Record<LateReason, string>>;
  /** What a policy or a remembered decision says of a call. */
  readonly policy: Readonly<Record<'allow' | 'ask' | 'deny' | 'block', (toolName: string) => string>>;
  readonly duration: (milliseconds: number) => string;
  readonly minute: (at: number) => string;
  readonly second: (at: number) => string;
}

/** Every word that the components show. */
export interface CountersignStrings {
  readonly chat: ChatStrings;
  readonly approval: ApprovalStrings;
  readonly value: ValueStrings;
  readonly outlet: OutletStrings;
  readonly feed: FeedStrings;
}

/** Strings to replace, group by group. */
export type StringOverrides = { readonly [GROUP in keyof CountersignStrings]?: Partial<CountersignStrings[GROUP]> };
