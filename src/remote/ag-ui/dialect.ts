import type { JSONValue } from '../../protocol/base/json.js';
import type { Interrupt } from './wire.js';

/** The decision about the call of an interrupt. */
export type InterruptDecision =
  | {
      readonly type: 'approve';
      /** All arguments, if a person edited them. */
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
  /** The call. If `undefined`, one is created for the question. */
  readonly call: KnownCall | undefined;
  /** The action that the server describes, for a question without a call: people must see what they approve. */
  readonly asked?: Omit<KnownCall, 'toolCallId'>;
  readonly wants?: 'result';
  readonly edits: 'taken' | 'refused';
  /** Its index among the questions of its interrupt. */
  readonly index: number;
  readonly message?: string;
}

/** The known calls at the time of an interrupt. */
export interface Known {
  /** The calls without a result or a question, in order. */
  readonly calls: readonly KnownCall[];
  /** Returns `true` if calls of this tool are executed in the page. */
  readonly isExternal: (toolName: string) => boolean;
}

/** A server framework's format of questions and answers. */
export interface Dialect {
  readonly name: DialectName;
  readonly isSpoken: (interrupt: Interrupt) => boolean;
  readonly toQuestions: (interrupt: Interrupt, known: Known) => readonly Question[];
  /**
   * Returns the payload, or `undefined` if the format has none for these decisions.
   *
   * @param decisions in the order of the questions.
   */
  readonly toPayload: (interrupt: Interrupt, decisions: readonly Decided[]) => JSONValue | undefined;
  /** True if the format can cancel a question. */
  readonly isCancelled: boolean;
}

/** A decision with the name of its tool. */
export interface Decided {
  readonly toolName: string;
  /** Set if a result was asked for instead of an approval. */
  readonly wants?: 'result';
  readonly decision: InterruptDecision;
}

/** The name of a dialect, as stored in histories. */
export type DialectName = 'approved' | 'langgraph' | 'langgraph-batched' | 'own' | 'unknown';
