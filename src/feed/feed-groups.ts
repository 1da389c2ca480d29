import type { RunEvent } from '../protocol/run-event.js';

interface RunningCall {
  readonly place: number;
  readonly toolName: string;
  /** A sub-agent has begun in it. */
  isTaken: boolean;
}

type Origin = Pick<RunEvent, 'runId' | 'agentPath'>;

/** Which line another stands in: a step in its run, the rest in its step, the run of a sub-agent in the call that it is. */
export class FeedGroups {
  /** Who has spoken, in the order in which they began: the names of agents and of those that they called. */
  readonly agents: Set<string> = new Set();
  readonly #steps = new Map<string, number>();
  /** The places of runs and steps, by key. */
  readonly #frames = new Map<string, number>();
  readonly #running = new Map<string, Map<string, RunningCall>>();

  key({ runId, agentPath }: Origin, name: string): string {
    return JSON.stringify([runId, agentPath, name]);
  }

  stepKey(origin: Origin, name: string): string {
    return this.key(origin, `${this.#steps.get(this.key(origin, 'step')) ?? 0} ${name}`);
  }

  beginRun(event: Origin): void {
    this.agents.add(event.agentPath.join(' › '));
    this.#steps.delete(this.key(event, 'step'));
  }

  beginStep(event: Origin, step: number): void {
    this.#steps.set(this.key(event, 'step'), step);
  }

  beginCall(
    event: Origin & { readonly toolCallId: string; readonly toolName: string },
    place: number | undefined,
  ): void {
    const calls = this.#callsOf(event);
    if (place !== undefined) calls.set(event.toolCallId, { place, toolName: event.toolName, isTaken: false });
  }

  endCall(event: Origin & { readonly toolCallId: string }): void {
    this.#callsOf(event).delete(event.toolCallId);
  }

  /** Remembers where a run or a step stands. */
  note(event: Origin, key: string, place: number): void {
    if (key === this.key(event, 'run') || key === this.stepKey(event, 'step')) this.#frames.set(key, place);
  }

  /** The place of the line that a new one with this key stands in; `undefined` for one that stands in none. */
  of(event: Origin, key: string): number | undefined {
    const run = this.key(event, 'run');
    if (key === run) return this.#around(event);
    const isFrame = key === this.key(event, 'run-end') || key === this.stepKey(event, 'step');
    const step = isFrame ? undefined : this.#frames.get(this.stepKey(event, 'step'));
    return step ?? this.#frames.get(run) ?? this.#around(event);
  }

  /** Events do not say which call a sub-agent runs in. By its name, or else the newest call that has none yet. */
  #around({ runId, agentPath }: Origin): number | undefined {
    if (agentPath.length < 2) return undefined;
    const outer = { runId, agentPath: agentPath.slice(0, -1) };
    const calls = [...this.#callsOf(outer).values()];
    const free = calls.filter((call) => !call.isTaken);
    const found = free.find(({ toolName }) => toolName === agentPath.at(-1)) ?? free.at(-1) ?? calls.at(-1);
    if (found === undefined)
      return this.#frames.get(this.stepKey(outer, 'step')) ?? this.#frames.get(this.key(outer, 'run'));
    found.isTaken = true;
    return found.place;
  }

  #callsOf(origin: Origin): Map<string, RunningCall> {
    const key = this.key(origin, 'calls');
    const calls = this.#running.get(key) ?? new Map<string, RunningCall>();
    this.#running.set(key, calls);
    return calls;
  }
}
