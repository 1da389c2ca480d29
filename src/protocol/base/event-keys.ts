/** The origin of an event: its run, and the agents and calls that lead to it. */
export interface EventOrigin {
  readonly runId: string;
  readonly agentPath: readonly string[];
  readonly callPath?: readonly string[];
}

/** An event or a chunk that may be about a text. Chunks of a wire have no origin: one response is read at a time. */
interface TextEvent extends Partial<EventOrigin> {
  readonly type: string;
  readonly id?: unknown;
  readonly toolCallId?: unknown;
}

/**
 * Identifies the text that an event or a chunk starts, extends or ends: a text, a reasoning, or the input of a call.
 * Returns `undefined` for all others. Two calls of one sub-agent may run at the same time, so the calls that lead to a
 * text count. A later step may use an id again: its start begins another text.
 */
export function textKeyOf(event: TextEvent): string | undefined {
  const [, kind] = /^(text|reasoning|tool-input)-(?:start|delta|end)$/.exec(event.type) ?? [];
  if (kind === undefined) return undefined;
  const { runId, agentPath, callPath } = event;
  return JSON.stringify([runId, agentPath, callPath, kind, kind === 'tool-input' ? event.toolCallId : event.id]);
}

/** Identifies the run of one agent: the outermost run, or a call of a sub-agent. */
export function agentKeyOf({ runId, agentPath, callPath }: EventOrigin): string {
  return JSON.stringify([runId, agentPath, callPath]);
}

/** Returns `true` for what belongs to a sub-agent: its events, batches and calls. */
export function isNested({ agentPath }: Pick<EventOrigin, 'agentPath'>): boolean {
  return agentPath.length > 1;
}

/**
 * The agent whose call the run of a sub-agent is, and the id of that call where the events have it; `undefined` for the
 * outermost run.
 */
export function callerOf(
  origin: EventOrigin,
): { readonly agent: EventOrigin; readonly toolCallId: string | undefined } | undefined {
  if (!isNested(origin)) return undefined;
  const { runId, agentPath, callPath = [] } = origin;
  const outer = callPath.slice(0, -1);
  const agent = { runId, agentPath: agentPath.slice(0, -1), ...(outer.length === 0 ? {} : { callPath: outer }) };
  return { agent, toolCallId: callPath.at(-1) };
}
