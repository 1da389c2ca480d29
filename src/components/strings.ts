import type { Risk } from '../protocol/deferred.js';
import type { LateReason } from '../protocol/run-event.js';
import type { CardStrings } from './approval/card-strings.js';
import type { ArmingStrings } from './arming/arming-strings.js';
import type { AttentionStrings } from './attention/attention-strings.js';
import type { BatchStrings } from './batch/batch-strings.js';
import type { ChatStrings } from './chat/chat-strings.js';
import type { FeedStrings } from '../feed/feed-strings.js';
import type { FormStrings } from './form/form-strings.js';
import type { GrantsStrings } from './grants/grants-strings.js';
import type { PreviewStrings } from './preview/preview-strings.js';
import type { ToolsStrings } from './tools/tools-strings.js';
import type { DeceptiveStrings, ValueStrings } from './value/value-strings.js';

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
  readonly approveEdited: string;
  readonly issue: (path: string, message: string) => string;
  readonly wholeInput: string;
  readonly denyLabel: string;
  readonly denyWith: string;
  readonly denyPlain: string;
  readonly checking: string;
  readonly late: Readonly<Record<LateReason, string>>;
  readonly rejected: (message: string) => string;
  readonly answers: AnswerStrings;
}

/** One line per way to answer, on a decided card. */
export interface AnswerStrings {
  readonly approved: string;
  readonly edited: string;
  readonly denied: (message: string) => string;
  readonly expired: string;
  readonly returned: string;
  readonly failed: (message: string) => string;
  readonly retry: (message: string) => string;
  readonly parked: string;
}

/** Client tools. */
export interface OutletStrings {
  readonly working: string;
  readonly missing: (toolName: string) => string;
  /** For developers: the names that `clientTools` has. */
  readonly known: (names: readonly string[]) => string;
  readonly crashed: (message: string) => string;
  readonly retry: string;
  readonly fail: string;
  readonly failLabel: string;
  readonly failWith: string;
  readonly failDefault: string;
}

/** Every word that the components show. */
export interface CountersignStrings {
  readonly chat: ChatStrings;
  readonly approval: ApprovalStrings;
  readonly batch: BatchStrings;
  readonly card: CardStrings;
  readonly arming: ArmingStrings;
  readonly value: ValueStrings;
  readonly deceptive: DeceptiveStrings;
  readonly preview: PreviewStrings;
  readonly outlet: OutletStrings;
  readonly feed: FeedStrings;
  readonly form: FormStrings;
  readonly attention: AttentionStrings;
  readonly grants: GrantsStrings;
  readonly tools: ToolsStrings;
}

/** Strings to replace, group by group. */
export type StringOverrides = { readonly [GROUP in keyof CountersignStrings]?: Partial<CountersignStrings[GROUP]> };
