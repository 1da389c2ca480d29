import { isRecord } from './record.js';

/**
 * The origin of a call: the agent whose own tool it is, or the server that provides the tool. The runtime sets it; the
 * model cannot.
 */
export type CallOrigin =
  | { readonly kind: 'agent'; readonly path: readonly string[] }
  /** An MCP server, by the name that the app gives it, or else its own. */
  | { readonly kind: 'mcp'; readonly server: string }
  /** The server of a remote agent, by the name of the agent. */
  | { readonly kind: 'remote'; readonly server: string };

/** Marks a tool that a server provides. */
export const callOrigin: unique symbol = Symbol.for('countersign.call-origin');

/** A call with its agent. Without an `origin`, it is a call of that agent's own tool. */
interface CallOfAgent {
  readonly origin?: CallOrigin | undefined;
  readonly agentPath: readonly string[];
}

/** Returns the origin of a call as text, for patterns: `agent:main/mailer`, `mcp:Weather`, `remote:billing`. */
export function toOriginText({ origin, agentPath }: CallOfAgent): string {
  if (origin === undefined || origin.kind === 'agent') return `agent:${(origin?.path ?? agentPath).join('/')}`;
  return `${origin.kind}:${origin.server}`;
}

/** Returns `true` for two calls of the same agent whose tools come from the same place. */
export function isSameOrigin(a: CallOfAgent, b: CallOfAgent): boolean {
  return toOriginText(a) === toOriginText(b);
}

/** Returns `true` for an origin from a storage or a wire. */
export function isCallOrigin(data: unknown): data is CallOrigin {
  if (!isRecord(data)) return false;
  const { kind, path, server } = data;
  if (kind === 'agent') return Array.isArray(path) && path.every((name) => typeof name === 'string');
  return (kind === 'mcp' || kind === 'remote') && typeof server === 'string';
}
