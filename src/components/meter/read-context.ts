import { isNested } from '../../protocol/base/event-keys.js';
import { noUsage, type RunUsage } from '../../protocol/outcome.js';
import type { RunEvent } from '../../protocol/run-event.js';

/** A list of events that is read from its end. */
interface EventsFromEnd {
  readonly length: number;
  at(index: number): RunEvent | undefined;
}

/** The tokens of the last model request, and the usage of all of them. */
export interface ContextUse {
  /** The tokens of the last request and its answer, which the next one starts with. */
  readonly tokens: number;
  /** The usage of all runs, with their sub-agents. */
  readonly total: RunUsage;
}

/**
 * Reads the usage of a conversation from its events. A run reports the sum of all its requests, including sub-agents,
 * so the last request is the difference to the one before, without the usage of sub-agents in between.
 */
export function readContext(events: EventsFromEnd): ContextUse {
  const latest = new Map<string, RunUsage>();
  let [tokens, subAgents] = [0, 0];
  for (let index = 0; index < events.length; index++) {
    const event = events.at(index);
    if (event?.type === 'run-start' && !isNested(event)) subAgents = 0;
    if (event?.type === 'run-end' && event.agentPath.length === 2) subAgents += sumOf(event.usage);
    if ((event?.type !== 'usage' && event?.type !== 'run-end') || isNested(event)) continue;
    if (event.type === 'usage') {
      tokens = sumOf(event.usage) - sumOf(latest.get(event.runId) ?? noUsage) - subAgents;
      subAgents = 0;
    }
    latest.set(event.runId, event.usage);
  }
  return { tokens: Math.max(0, tokens), total: [...latest.values()].reduce(addUsage, noUsage) };
}

function sumOf({ inputTokens, outputTokens }: RunUsage): number {
  return inputTokens + outputTokens;
}

const optional = ['cacheReadTokens', 'cacheWriteTokens', 'reasoningTokens'] as const;

function addUsage(a: RunUsage, b: RunUsage): RunUsage {
  const known = optional.filter((name) => a[name] !== undefined || b[name] !== undefined);
  return {
    requests: a.requests + b.requests,
    toolCalls: a.toolCalls + b.toolCalls,
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    ...Object.fromEntries(known.map((name) => [name, (a[name] ?? 0) + (b[name] ?? 0)])),
  };
}
