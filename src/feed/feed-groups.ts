import { agentKeyOf, callerOf, type EventOrigin } from '../protocol/base/event-keys.js';

/**
 * Which line another stands in: a step in its run, the rest in its step, the run of a sub-agent in the call that it is.
 */
export class FeedGroups {
  /** The names of agents and sub-agents with events, in the order of their first events. */
  readonly agents: Set<string> = new Set();
  readonly #steps = new Map<string, number>();
  /** The calls that lead to the newest run of each agent. */
  readonly #callPaths = new Map<string, readonly string[]>();
  /** The places of lines, by key. */
  readonly #places: ReadonlyMap<string, number>;

  constructor(places: ReadonlyMap<string, number>) {
    this.#places = places;
  }

  /** A name within an agent. Calls and batches have ids that no other has, whichever call their agent runs in. */
  key({ runId, agentPath }: EventOrigin, name: string): string {
    return JSON.stringify([runId, agentPath, name]);
  }

  /** A name within one run of an agent, of which several may go on at the same time. */
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

  /** Remembers the calls that lead to an event: a server tells of a deadline by the agent alone. */
  note(event: EventOrigin): void {
    if (event.callPath !== undefined) this.#callPaths.set(this.key(event, 'run'), event.callPath);
  }

  beginStep(event: EventOrigin, step: number): void {
    this.#steps.set(this.runKey(event, 'step'), step);
  }

  /** The place of the line that a new one with this key stands in; `undefined` for one that stands in none. */
  of(event: EventOrigin, key: string): number | undefined {
    const run = this.runKey(event, 'run');
    if (key === run) return this.#around(event);
    const isFrame = key === this.runKey(event, 'run-end') || key === this.stepKey(event, 'step');
    const step = isFrame ? undefined : this.#places.get(this.stepKey(event, 'step'));
    return step ?? this.#places.get(run) ?? this.#around(event);
  }

  /** The line of the call that a sub-agent runs in. */
  #around(event: EventOrigin): number | undefined {
    const caller = callerOf(event);
    if (caller === undefined) return undefined;
    const { agent, toolCallId } = caller;
    const call = toolCallId === undefined ? undefined : this.#places.get(this.key(agent, `call ${toolCallId}`));
    return call ?? this.#places.get(this.stepKey(agent, 'step')) ?? this.#places.get(this.runKey(agent, 'run'));
  }
}
