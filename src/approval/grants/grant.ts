import type { DefinitionDigests } from '../../protocol/base/definition.js';
import type { PolicyCall } from '../policy/policy-call.js';

/** What was known of a call when a yes to it was remembered: whatever else a call touches is asked about. */
export interface KnownCapabilities {
  /** Without it nobody could say, and the grant is one to whatever a call declares, but to nothing that it goes on to ask for. */
  readonly capabilities?: readonly string[];
  /** What the tool was when it was allowed, where a server defines it: another definition of the same name is asked about. */
  readonly definition?: DefinitionDigests;
}

/** Which calls a grant covers, besides that they come from the agent that it was given to. */
export type GrantScope =
  /** Calls of the tool with exactly this input. */
  | ({ readonly type: 'input'; readonly toolName: string; readonly key: string } & KnownCapabilities)
  /** Every call of the tool. */
  | ({ readonly type: 'tool'; readonly toolName: string } & KnownCapabilities)
  /** What the pattern covers, by whichever tool: `fs.write:/drafts/**`. */
  | { readonly type: 'capability'; readonly capability: string }
  /** What the function says yes to: `true`, and nothing else. */
  | ({
      readonly type: 'predicate';
      readonly name: string;
      readonly toolName?: string;
      test(call: PolicyCall): boolean;
    } & KnownCapabilities);

/** How long a grant lasts. `until` (milliseconds since 1970) and `always` are saved where a storage was given. */
export type GrantLifetime =
  | { readonly type: 'run'; readonly runId: string }
  /** Until the page is closed. */
  | { readonly type: 'session' }
  | { readonly type: 'until'; readonly at: number }
  | { readonly type: 'always' };

/** The decision that a grant comes from. */
export interface GrantOrigin {
  readonly runId: string;
  readonly toolCallId: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The person's name, where the app knows it. */
  readonly by?: string;
}

/** A decision that a person asked to be remembered. Plain and frozen. */
export interface Grant {
  readonly id: string;
  readonly effect: 'allow' | 'deny';
  readonly scope: GrantScope;
  readonly lifetime: GrantLifetime;
  /** The agent that it holds for: the path that the call came from, no shorter and no longer one. */
  readonly agentPath: readonly string[];
  readonly origin: GrantOrigin;
  /** In words. */
  readonly reason: string;
  /** What the model is told when it denies. */
  readonly message?: string;
  /** Texts in it that were hidden in the input of its call: panels leave them out. */
  readonly hidden?: readonly string[];
}

/** What the grants say about a call, and which of them it takes. */
export interface GrantAnswer {
  readonly effect: 'allow' | 'deny';
  readonly grants: readonly Grant[];
  readonly reason: string;
  readonly message?: string;
}

/** A call in its run. */
export interface GrantedCall extends PolicyCall {
  readonly runId: string;
  /** What it may touch, or says that it touches, beside what is asked about. Default: what is asked about. */
  readonly declared?: readonly string[];
  /** The agents of its path, one without a name as an object of its own: two of them are not one. Default: by their names. */
  readonly agents?: readonly (string | object)[];
}

/** Keeps grants beyond the page. Its promises have to settle: until `load` has, no grant answers. */
export interface GrantStorage {
  /** What was last saved, in the same shape. `null` or `undefined`: nothing yet. */
  load(): unknown;
  /** Takes all grants that are to be kept, in place of those before. */
  save(grants: readonly Grant[]): void | PromiseLike<void>;
  /**
   * For a storage that pages share: calls back when another page has saved, so that what was added and taken back there holds here at once; gives a
   * function that ends it. Each page then loads before it saves, one after the other, so that none undoes what another did. Default: the last save counts.
   *
   * @example subscribe: (listener) => (addEventListener('storage', listener), () => removeEventListener('storage', listener))
   */
  subscribe?(listener: () => void): () => void;
}
