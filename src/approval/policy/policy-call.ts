import type { DefinitionDigests } from '../../protocol/base/definition.js';
import type { JSONObject, JSONValue } from '../../protocol/base/json.js';

/** Stands for what a call touches when its tool could not say: only what means everything means it. */
export const unknownCapability = 'unknown';

/** What a tool says it touches, as a list of texts; `undefined`: it is none. */
export function toCapabilities(declared: unknown): readonly string[] | undefined {
  const list: readonly unknown[] | undefined = Array.isArray(declared) ? [...declared] : undefined;
  return list?.every((one) => typeof one === 'string') ? list : undefined;
}

/** What is allowed without a target is allowed with any; a target is allowed as it was said. */
export function isWithin(capability: string, allowed: readonly string[]): boolean {
  return allowed.some((one) => capability === one || (!one.includes(':') && capability.startsWith(`${one}:`)));
}

/** A call as policies and grants look at it. */
export interface PolicyCall {
  readonly toolName: string;
  /** The whole input after it passed the schema; nothing is redacted. */
  readonly input: JSONValue;
  /** What the call does, as its tool declares: `fs.write:/drafts/a.md`. */
  readonly capabilities: readonly string[];
  /** The names of the agents from the outermost to the one that calls. */
  readonly agentPath: readonly string[];
  /** What the tool says of itself, such as MCP's `readOnlyHint`. */
  readonly annotations: JSONObject;
  /** Digests of its tool's definition, where that comes from a toolset or a server. */
  readonly definition?: DefinitionDigests;
}
