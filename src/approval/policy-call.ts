import type { JSONObject, JSONValue } from '../protocol/json.js';

/** Stands for what a call touches when its tool could not say: only what means everything means it. */
export const unknownCapability = 'unknown';

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
}
