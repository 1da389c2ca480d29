import type { JSONObject } from '../../protocol/base/json.js';

/** What a wire says about its question beyond what a UI message stream can say. */
export interface QuestionTerms {
  /**
   * What is waited for. `result`: no yes, but a result from elsewhere. `nothing`: the server runs the call by itself, once the others of
   * its response are answered. Default: a yes.
   */
  readonly wants?: 'result' | 'nothing';
  /** JSON Schema of the result, where one is waited for. */
  readonly result?: JSONObject;
  /** Whether an edited input of this very call would run. Default: what is known of the server. */
  readonly edits?: 'taken' | 'refused';
  /** When an answer comes too late, in milliseconds since 1970. Default: never. */
  readonly expiresAt?: number;
  /** What else the server said about the call, for whoever answers. */
  readonly metadata?: JSONObject;
  /** What the transport needs to send the answer. */
  readonly kept?: JSONObject;
}

/**
 * The key under which a transport of this package adds terms to a question. It is a symbol, so that no server can send one: terms can take a
 * question away from people.
 */
export const questionTerms: unique symbol = Symbol('countersign.question-terms');

/** A question as it stands at its call. */
export type ServerQuestion = JSONObject & { readonly id: string; readonly terms?: QuestionTerms };
