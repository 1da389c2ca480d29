import type { JSONObject, JSONValue } from '../../protocol/base/json.js';
import type { DeferredKind } from '../../protocol/deferred.js';
import type { Issue } from '../../protocol/signals.js';

/** What the model is told about a call that makes no sense. */
export interface CallProblem {
  readonly message: string;
  readonly issues?: readonly Issue[];
}

/** What hooks made of what the model wrote: plain JSON. They are asked once a call. */
export type HookedInput =
  | {
      readonly type: 'valid';
      readonly input: JSONValue;
      /** What one of them wants to be asked about it. */
      readonly asks?: { readonly kind: DeferredKind | 'question'; readonly metadata?: JSONObject };
    }
  | { readonly type: 'invalid'; readonly problem: CallProblem }
  | { readonly type: 'failed'; readonly message: string };
