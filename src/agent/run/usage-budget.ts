import { UsageLimitExceeded } from '../../protocol/base/errors.js';
import type { RunUsage } from '../../protocol/outcome.js';
import { addResponse, type TokenUsage } from '../model/token-usage.js';
import type { UsageLimits } from './run-options.js';

/** The shared limits and usage of a run and its nested runs. */
export interface UsageBudget {
  readonly limits: UsageLimits;
  spent: RunUsage;
  /** That of the run around it. */
  readonly outer: UsageBudget | undefined;
}

interface Spender {
  readonly usageBudget: UsageBudget;
}

/**
 * Checks whether one more request may be made.
 *
 * @param ahead how many tokens it has, where somebody can count them.
 * @throws UsageLimitExceeded `requests`, and what {@link checkUsageLimits} throws: a sub-agent may have spent it.
 */
export function checkRequest({ usageBudget }: Spender, ahead = 0): void {
  for (const { limits, spent } of fromInside(usageBudget)) {
    if (limits.requests !== undefined && spent.requests >= limits.requests) {
      throw new UsageLimitExceeded(
        'requests',
        `The run reached its limit of ${limits.requests} model requests. Raise usageLimits.requests if the task needs more.`,
      );
    }
    const next = { ...spent, inputTokens: spent.inputTokens + ahead };
    checkTokens(limits, next, ahead > 0 ? 'would use' : 'used');
    checkCost(limits, spent);
  }
}

/**
 * Takes note of a response, in all runs that pay for it.
 *
 * @returns the usage of the run itself.
 */
export function spendResponse(run: Spender & { readonly usage: RunUsage }, tokens: TokenUsage): RunUsage {
  for (const usageBudget of fromInside(run.usageBudget)) usageBudget.spent = addResponse(usageBudget.spent, tokens);
  return addResponse(run.usage, tokens);
}

/**
 * Checks what responses have cost.
 *
 * @throws UsageLimitExceeded `input-tokens`, `output-tokens`, `tokens`, `cost`.
 */
export function checkUsageLimits({ usageBudget }: Spender): void {
  for (const { limits, spent } of fromInside(usageBudget)) {
    checkTokens(limits, spent, 'used');
    checkCost(limits, spent);
  }
}

function checkCost(limits: UsageLimits, { cost = 0 }: RunUsage): void {
  if (limits.cost !== undefined && cost > limits.cost)
    throw new UsageLimitExceeded('cost', tooMuch('cost', `cost ${cost}`, limits));
}

/**
 * Takes note of a call that is about to run.
 *
 * @throws UsageLimitExceeded `tool-calls`.
 */
export function spendCall(run: Spender & { usage: RunUsage }): void {
  for (const { limits, spent } of fromInside(run.usageBudget)) {
    if (limits.toolCalls === undefined || spent.toolCalls < limits.toolCalls) continue;
    throw new UsageLimitExceeded(
      'tool-calls',
      `The run reached its limit of ${limits.toolCalls} tool calls. Raise usageLimits.toolCalls if the task needs more.`,
    );
  }
  addCalls(run, 1);
}

/** A call that did not run after all, or deferred. */
export function unspendCall(run: Spender & { usage: RunUsage }): void {
  addCalls(run, -1);
}

function addCalls(run: Spender & { usage: RunUsage }, more: number): void {
  for (const usageBudget of fromInside(run.usageBudget)) {
    usageBudget.spent = { ...usageBudget.spent, toolCalls: usageBudget.spent.toolCalls + more };
  }
  run.usage = { ...run.usage, toolCalls: run.usage.toolCalls + more };
}

function checkTokens(limits: UsageLimits, { inputTokens, outputTokens }: RunUsage, verb: 'used' | 'would use'): void {
  const all = inputTokens + outputTokens;
  if (limits.inputTokens !== undefined && inputTokens > limits.inputTokens)
    throw new UsageLimitExceeded('input-tokens', tooMuch('inputTokens', `${verb} ${inputTokens} input tokens`, limits));
  if (limits.outputTokens !== undefined && outputTokens > limits.outputTokens)
    throw new UsageLimitExceeded(
      'output-tokens',
      tooMuch('outputTokens', `${verb} ${outputTokens} output tokens`, limits),
    );
  if (limits.tokens !== undefined && all > limits.tokens)
    throw new UsageLimitExceeded('tokens', tooMuch('tokens', `${verb} ${all} tokens`, limits));
}

function tooMuch(name: keyof UsageLimits, what: string, limits: UsageLimits): string {
  return `The run ${what}, more than its limit of ${limits[name]}. Raise usageLimits.${name} if the task needs more.`;
}

function* fromInside(usageBudget: UsageBudget): Generator<UsageBudget> {
  for (let next: UsageBudget | undefined = usageBudget; next !== undefined; next = next.outer) yield next;
}
