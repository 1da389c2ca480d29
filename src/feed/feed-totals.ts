import { isNested } from '../protocol/base/event-keys.js';
import { noUsage, type RunUsage } from '../protocol/outcome.js';
import type { RunEvent } from '../protocol/run-event.js';
import type { FeedRow } from './feed-row.js';

/** The totals of a list of events. */
export interface FeedSums {
  readonly events: number;
  readonly steps: number;
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly retries: number;
  /** The rows with a problem. A refusal by people or a policy is not a problem. */
  readonly problems: number;
  /** Milliseconds from the first event to the last. */
  readonly time: number;
}

const noSums: FeedSums = Object.freeze({
  events: 0,
  steps: 0,
  calls: 0,
  inputTokens: 0,
  outputTokens: 0,
  retries: 0,
  problems: 0,
  time: 0,
});

/** Adds up events as they arrive. Tokens are those of the outermost agent, which include its sub-agents. */
export class FeedTotals {
  #sums: FeedSums = noSums;
  #usage: { readonly runId: string; readonly usage: RunUsage } = { runId: '', usage: noUsage };
  #startedAt: number | undefined;

  /** The current sums. Another object whenever they have changed. */
  get sums(): FeedSums {
    return this.#sums;
  }

  addEvent(event: RunEvent): void {
    this.#startedAt ??= event.at;
    const { events, steps, calls, retries } = this.#sums;
    this.#set({ events: events + 1, time: Math.max(this.#sums.time, event.at - this.#startedAt) });
    if (event.type === 'step-start') this.#set({ steps: steps + 1 });
    else if (event.type === 'tool-start') this.#set({ calls: calls + 1 });
    else if (event.type === 'model-retry') this.#set({ retries: retries + 1 });
    else if ((event.type === 'usage' || event.type === 'run-end') && !isNested(event)) this.#addUsage(event);
  }

  /** Counts the problem of a new or changed row. Only rows without children count, so that no problem counts twice. */
  countProblem(before: FeedRow | undefined, after: FeedRow): void {
    const change = Number(countsAsProblem(after)) - Number(before !== undefined && countsAsProblem(before));
    if (change !== 0) this.#set({ problems: this.#sums.problems + change });
  }

  #addUsage({ runId, usage }: { readonly runId: string; readonly usage: RunUsage }): void {
    const before = this.#usage.runId === runId ? this.#usage.usage : noUsage;
    const { inputTokens, outputTokens } = this.#sums;
    this.#set({
      inputTokens: inputTokens + usage.inputTokens - before.inputTokens,
      outputTokens: outputTokens + usage.outputTokens - before.outputTokens,
    });
    this.#usage = { runId, usage };
  }

  #set(change: Partial<FeedSums>): void {
    this.#sums = { ...this.#sums, ...change };
  }
}

function countsAsProblem(row: FeedRow): boolean {
  return row.isGroup === undefined && isProblemRow(row);
}

/** Returns `true` if a row reports a problem. */
export function isProblemRow({ kind, isProblem = kind === 'no' || kind === 'warn' }: FeedRow): boolean {
  return isProblem;
}
