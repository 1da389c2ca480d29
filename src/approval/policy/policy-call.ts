import type { CallOrigin } from '../../protocol/base/call-origin.js';
import type { DefinitionDigests } from '../../protocol/base/definition.js';
import type { JSONObject, JSONValue } from '../../protocol/base/json.js';
import type { Reversible } from '../../protocol/base/reversible.js';

/** The capability of a call whose tool failed to report any. Only patterns that cover everything cover it. */
export const unknownCapability = 'unknown';

/** Returns a tool's capabilities as a list of strings; `undefined` if they are invalid. */
export function toCapabilities(declared: unknown): readonly string[] | undefined {
  const list: readonly unknown[] | undefined = Array.isArray(declared) ? [...declared] : undefined;
  return list?.every((one) => typeof one === 'string') ? list : undefined;
}

/**
 * Returns `true` when a capability is allowed. An allowed capability without a target covers every target; one with a
 * target, only itself.
 */
export function isWithin(capability: string, allowed: readonly string[]): boolean {
  return allowed.some((one) => capability === one || (!one.includes(':') && capability.startsWith(`${one}:`)));
}

/** A call as policies and grants see it. */
export interface PolicyCall {
  readonly toolName: string;
  /** The whole validated input, without redaction. */
  readonly input: JSONValue;
  /** The capabilities that the tool declares for the call: `fs.write:/drafts/a.md`. */
  readonly capabilities: readonly string[];
  /** The names of the agents, from the outermost to the one that makes the call. */
  readonly agentPath: readonly string[];
  /** The origin of the call. Absent: the agent of `agentPath`, with a tool of the app's own code. */
  readonly origin?: CallOrigin;
  /** The tool's annotations, such as MCP's `readOnlyHint`. */
  readonly annotations: JSONObject;
  /** `yes` if the effect can be undone. Absent if neither the tool nor its MCP server declares it. */
  readonly reversible?: Reversible;
  /** The tools whose results the model has read and that may contain text of strangers. Absent: none. */
  readonly untrustedReads?: readonly string[];
  /** Digests of the tool's definition, if it comes from a toolset or a server. */
  readonly definition?: DefinitionDigests;
}
