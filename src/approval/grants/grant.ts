import type { CallOrigin } from '../../protocol/base/call-origin.js';
import type { DefinitionDigests } from '../../protocol/base/definition.js';
import type { PolicyCall } from '../policy/policy-call.js';

/**
 * The capabilities and the definition of a call when its approval was remembered. Other capabilities require approval
 * again.
 */
export interface KnownCapabilities {
  /**
   * If missing, they were unknown: the grant covers all capabilities that a call declares, but none that it requests
   * while running.
   */
  readonly capabilities?: readonly string[];
  /** The tool's definition, if a server provides it. A changed definition requires approval again. */
  readonly definition?: DefinitionDigests;
}

/** The calls that a grant covers. They also have to come from the grant's agent. */
export type GrantScope =
  /** Calls of the tool with exactly this input. */
  | ({ readonly type: 'input'; readonly toolName: string; readonly key: string } & KnownCapabilities)
  /** Every call of the tool. */
  | ({ readonly type: 'tool'; readonly toolName: string } & KnownCapabilities)
  /** Every call of any tool that the pattern covers: `fs.write:/drafts/**`. */
  | { readonly type: 'capability'; readonly capability: string }
  /** Every call for which the function returns `true`. */
  | ({
      readonly type: 'predicate';
      readonly name: string;
      readonly toolName?: string;
      test(call: PolicyCall): boolean;
    } & KnownCapabilities);

/**
 * The lifetime of a grant. Grants with `until` (milliseconds since 1970) and `always` are saved if there is a storage.
 */
export type GrantLifetime =
  | { readonly type: 'run'; readonly runId: string }
  /** Until the page is closed. */
  | { readonly type: 'session' }
  | { readonly type: 'until'; readonly at: number }
  | { readonly type: 'always' };

/** The decision that a grant was made from. */
export interface GrantDecision {
  readonly runId: string;
  readonly toolCallId: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The person's name, if the app knows it. */
  readonly by?: string;
}

/** A remembered decision of a person. Plain data, frozen. */
export interface Grant {
  readonly id: string;
  readonly effect: 'allow' | 'deny';
  readonly scope: GrantScope;
  readonly lifetime: GrantLifetime;
  /** The path of the agent that it applies to. Sub-agents are not included. */
  readonly agentPath: readonly string[];
  /** The origin of the calls that an approval applies to. Absent: the agent's own tools. Denials apply to all. */
  readonly origin?: CallOrigin;
  readonly decision: GrantDecision;
  /** A description in words. */
  readonly reason: string;
  /** The message that the model reads when it denies. */
  readonly message?: string;
  /** Strings in this grant that were redacted in the input of its call, so that panels redact them, too. */
  readonly hidden?: readonly string[];
}

/** The answer of grants to a call, with the grants that it is based on. */
export interface GrantAnswer {
  readonly effect: 'allow' | 'deny';
  readonly grants: readonly Grant[];
  readonly reason: string;
  readonly message?: string;
}

/** A call of a run, as grants see it. */
export interface GrantedCall extends PolicyCall {
  readonly runId: string;
  /** All declared capabilities, including those that do not require approval. Default: `capabilities`. */
  readonly declared?: readonly string[];
  /** The agents of its path. An unnamed agent is an object, so that two of them differ. Default: their names. */
  readonly agents?: readonly (string | object)[];
}

/** Persists grants. Its promises have to settle: no grant answers before `load` has. */
export interface GrantStorage {
  /** Returns the grants that were last saved, in the same format; `null` or `undefined` if there are none yet. */
  load(): unknown;
  /** Saves these grants in place of the previous ones. */
  save(grants: readonly Grant[]): void | PromiseLike<void>;
  /**
   * Subscribes to saves of other pages, for a shared storage; returns a function that unsubscribes. Grants that are
   * added or revoked elsewhere then take effect here at once. Pages also load before they save, one at a time, so that
   * they do not undo each other's changes. Default: the last save wins.
   *
   * @example
   * subscribe: (listener) => {
   *   addEventListener('storage', listener);
   *   return () => removeEventListener('storage', listener);
   * }
   */
  subscribe?(listener: () => void): () => void;
}
