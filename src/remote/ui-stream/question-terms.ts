import type { JSONObject } from '../../protocol/base/json.js';

/** Terms of an approval request that a UI message stream cannot express. */
export interface QuestionTerms {
  /**
   * The expected answer. `result`: a result from elsewhere instead of an approval. `nothing`: the server runs the call
   * by itself, once the other
   * calls of its response are answered. Default: an approval.
   */
  readonly wants?: 'result' | 'nothing';
  /** JSON Schema of the result, if one is expected. */
  readonly result?: JSONObject;
  /** Says if an edited input of this call would run. Default: the behaviour of the server in general. */
  readonly edits?: 'taken' | 'refused';
  /** The deadline for the answer, in milliseconds since 1970. Default: none. */
  readonly expiresAt?: number;
  /** The server's metadata of the call, for the person who answers. */
  readonly metadata?: JSONObject;
  /** Data that the transport needs to send the answer. */
  readonly stored?: JSONObject;
}

/**
 * The key under which a transport of this package adds terms to an approval request. It is a symbol, so that no server
 * can send one: terms can
 * remove a request from people.
 */
export const questionTerms: unique symbol = Symbol('countersign.question-terms');

/** An approval request as it is stored with its call. */
export type ServerQuestion = JSONObject & { readonly id: string; readonly terms?: QuestionTerms };
