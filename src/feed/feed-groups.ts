import { agentKeyOf, callerOf, type EventOrigin } from '../protocol/base/event-keys.js';

/**
 * Finds the parent of each row. A step is in its run, and the run of a sub-agent in the call that started it. All other
 * rows are in their step.
 */
export class FeedGroups {
  /** The names of agents and sub-agents with events, in the order of their first events. */
  readonly agents: Set<string> = new Set();
  /** The number of the current step, by run. */
  readonly #steps = new Map<string, number>();
  /** The calls that lead to the newest run of each agent. */
  readonly #callPaths = new Map<string, readonly string[]>();
  /** The positions of rows, by key. */
  readonly #positions: ReadonlyMap<string, number>;

  constructor(positions: ReadonlyMap<string, number>) {
    this.#positions = positions;
  }

  /** Returns a key within an agent. Enough for calls and batches, whose ids are unique in it. */
  key({ runId, agentPath }: EventOrigin, name: string): string {
    return JSON.stringify([runId, agentPath, name]);
  }

  /** Returns a key within one run of an agent. A sub-agent can run several times at once. */
  runKey(origin: EventOrigin, name: string): string {
    const { callPath = this.#callPaths.get(this.key(origin, 'run')), ...agent } = origin;
    return `${agentKeyOf({ ...agent, ...(callPath && { callPath }) })} ${name}`;
  }

  stepKey(origin: EventOrigin, name: string): string {
    return this.runKey(origin, `${this.#steps.get(this.runKey(origin, 'step')) ?? 0} ${name}`);
  }

  beginRun(event: EventOrigin): void {
    this.agents.add(event.agentPath.join(' › '));
    this.#steps.delete(this.runKey(event, 'step'));
  }

  /** Stores the path of calls that leads to an event. Events of a server may lack it, for example about a deadline. */
  storeCallPath(event: EventOrigin): void {
    if (event.callPath !== undefined) this.#callPaths.set(this.key(event, 'run'), event.callPath);
  }

  beginStep(event: EventOrigin, step: number): void {
    this.#steps.set(this.runKey(event, 'step'), step);
  }

  /** Returns the position of the parent of a new row with this key; `undefined` for a row without a parent. */
  parentOf(event: EventOrigin, key: string): number | undefined {
    const run = this.runKey(event, 'run');
    if (key === run) return this.#callerRow(event);
    const isInRun = key === this.runKey(event, 'run-end') || key === this.stepKey(event, 'step');
    const step = isInRun ? undefined : this.#positions.get(this.stepKey(event, 'step'));
    return step ?? this.#positions.get(run) ?? this.#callerRow(event);
  }

  /** Returns the position of the call that started a sub-agent or, if that is unknown, of the caller's step or run. */
  #callerRow(event: EventOrigin): number | undefined {
    const caller = callerOf(event);
    if (caller === undefined) return undefined;
    const { agent, toolCallId } = caller;
    const call = toolCallId === undefined ? undefined : this.#positions.get(this.key(agent, `call ${toolCallId}`));
    return call ?? this.#positions.get(this.stepKey(agent, 'step')) ?? this.#positions.get(this.runKey(agent, 'run'));
  }
}
