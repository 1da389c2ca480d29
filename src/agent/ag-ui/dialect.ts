import type { JSONValue } from '../../protocol/base/json.js';
import type { Interrupt } from './wire.js';

/** What was decided about the call of an interrupt. */
export type InterruptDecision =
  | {
      readonly type: 'approve';
      /** All arguments, where a person has changed them. */
      readonly editedArgs?: JSONValue;
      readonly reason?: string;
    }
  | { readonly type: 'deny'; readonly reason?: string }
  /** A result from elsewhere. */
  | { readonly type: 'answer'; readonly value: JSONValue };

/** The call that a question is about. */
export interface KnownCall {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly input: JSONValue;
}

/** One question of an interrupt. */
export interface Question {
  /** The call. `undefined`: there is none, so one is made up for it. */
  readonly call: KnownCall | undefined;
  /** What the server says that it would call, for a question without a call: nobody says yes to what was not shown. */
  readonly asked?: Omit<KnownCall, 'toolCallId'>;
  readonly wants?: 'result';
  readonly edits: 'taken' | 'refused';
  /** Its place among the questions of its interrupt. */
  readonly index: number;
  readonly message?: string;
}

/** What is known when an interrupt comes. */
export interface Known {
  /** The calls that nothing was said about yet, in order. */
  readonly calls: readonly KnownCall[];
  /** Whether calls of a name are done in the page. */
  readonly isExternal: (toolName: string) => boolean;
}

/** One way to ask and to be answered. */
export interface Dialect {
  readonly name: DialectName;
  readonly isSpoken: (interrupt: Interrupt) => boolean;
  readonly toQuestions: (interrupt: Interrupt, known: Known) => readonly Question[];
  /**
   * `undefined`: it has no word for them.
   *
   * @param decisions in the order of the questions.
   */
  readonly toPayload: (interrupt: Interrupt, decisions: readonly Decided[]) => JSONValue | undefined;
  /** Whether it knows a question that is given up. */
  readonly isCancelled: boolean;
}

/** A decision with the name that its call has. */
export interface Decided {
  readonly toolName: string;
  /** What was asked for, where that is no yes. */
  readonly wants?: 'result';
  readonly decision: InterruptDecision;
}

/** The name of a dialect, as it stands in histories. */
export type DialectName = 'approved' | 'langgraph' | 'langgraph-batched' | 'own' | 'unknown';
