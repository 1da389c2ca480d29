import type { JSONObject, JSONValue } from '../../protocol/base/json.js';
import type { DeferredKind } from '../../protocol/deferred.js';
import type { Issue } from '../../protocol/signals.js';

/** The result of the hooks for a call's input, as plain JSON. They run once for each call. */
export type HookedInput =
  | {
      readonly type: 'valid';
      readonly input: JSONValue;
      /** The request of a hook to ask about the call. */
      readonly asks?: { readonly kind: DeferredKind | 'question'; readonly metadata?: JSONObject };
    }
  | { readonly type: 'invalid'; readonly problem: { readonly message: string; readonly issues?: readonly Issue[] } }
  | { readonly type: 'failed'; readonly message: string };
