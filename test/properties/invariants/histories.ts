import { isDeepStrictEqual } from 'node:util';
import type { LanguageModelV4Prompt } from '@ai-sdk/provider';
import type { ModelMessage } from 'ai';
import { approvalIdOf } from '../provider.js';

/** Collects violations of invariants. */
export interface Report {
  readonly fail: (invariant: string, detail: string) => void;
}

interface Call {
  readonly toolCallId: string;
  readonly input: unknown;
}

interface Result {
  readonly toolCallId: string;
  readonly output: unknown;
}

interface Turn {
  /** Calls that this side answers. */
  readonly calls: readonly Call[];
  /** Calls that the provider executes. */
  readonly ownCalls: readonly Call[];
  /** Results of the provider's calls, of this response or an earlier one. */
  readonly ownResults: readonly Result[];
  /** The ids of the provider's approval requests. */
  readonly questions: readonly string[];
  /** One list per tool message. */
  readonly results: Result[][];
  readonly answers: string[];
}

type Messages = LanguageModelV4Prompt | readonly ModelMessage[];

/** Invariant 1: in the prompt, each call has exactly one result, its own, directly after its response. */
export function checkPrompt(report: Report, prompt: Messages): void {
  const turns = turnsOf(prompt, report);
  const seen = new Set<string>();
  for (const { calls, ownCalls, results, questions, answers } of turns) {
    const ids = calls.map(({ toolCallId }) => toolCallId);
    const answered = results.flat().map(({ toolCallId }) => toolCallId);
    for (const { toolCallId: id } of [...calls, ...ownCalls]) {
      if (seen.has(id)) report.fail('1 one result a call', `the id '${id}' stands for two calls`);
      seen.add(id);
    }
    for (const id of ids) {
      const count = answered.filter((other) => other === id).length;
      if (count !== 1) report.fail('1 one result a call', `'${id}' has ${count} results`);
    }
    if (answered.length > ids.length)
      report.fail('1 one result a call', `${answered.length} results for ${ids.length} calls`);
    if (!isDeepStrictEqual([...questions].sort(), [...answers].sort()))
      report.fail('1 one answer a question', `asked were ${questions.join(', ')}, answered ${answers.join(', ')}`);
    checkOwner(report, calls, results.flat());
  }
  checkOwnResults(report, turns);
}

/** A provider ends each of its calls once, in the same response or a later one. */
function checkOwnResults(report: Report, turns: readonly Turn[]): void {
  const begun: Call[] = [];
  const ended = new Set<string>();
  for (const { ownCalls, ownResults } of turns) {
    begun.push(...ownCalls);
    for (const { toolCallId } of ownResults) {
      if (ended.has(toolCallId)) report.fail('1 one result a call', `the provider ended '${toolCallId}' twice`);
      ended.add(toolCallId);
      if (!begun.some((call) => call.toolCallId === toolCallId))
        report.fail('1 one result a call', `the provider ended '${toolCallId}', which it never began`);
    }
    checkOwner(report, begun, ownResults);
  }
}

function checkOwner(report: Report, calls: readonly Call[], results: readonly Result[]): void {
  for (const { toolCallId, output } of results) {
    const call = calls.find((item) => item.toolCallId === toolCallId);
    const [expected, got] = [numberIn(call?.input), numberIn(outputValue(output))];
    if (expected !== undefined && got !== undefined && expected !== got)
      report.fail('1 its own result', `'${toolCallId}' is call ${expected} and got the result of ${got}`);
  }
}

/**
 * Invariant 1: the results in a tool message are in emission order. A resumed run appends its results to the
 * history.
 */
export function checkOrder(report: Report, messages: Messages): void {
  for (const { calls, results } of turnsOf(messages, report)) {
    const ids = calls.map(({ toolCallId }) => toolCallId);
    for (const group of results) {
      const order = group.map(({ toolCallId }) => ids.indexOf(toolCallId));
      if (order.some((place, index) => index > 0 && place < (order[index - 1] ?? 0)))
        report.fail('1 emission order', `results came as ${order.join(', ')}`);
    }
  }
}

/** Invariant 1 in a request: all results of a response are in one message, in emission order. */
export function checkRequest(report: Report, prompt: LanguageModelV4Prompt): void {
  checkPrompt(report, prompt);
  checkOrder(report, prompt);
  const isRow = prompt.some(({ role }, index) => role === 'tool' && prompt[index - 1]?.role === 'tool');
  if (isRow) report.fail('1 emission order', 'the results of a response stand in two messages');
}

function turnsOf(prompt: Messages, report: Report): readonly Turn[] {
  const turns: Turn[] = [];
  let isOpen = false;
  for (const message of prompt) {
    if (message.role === 'assistant') {
      turns.push(toTurn(typeof message.content === 'string' ? [] : message.content));
      isOpen = true;
    } else if (message.role === 'tool') {
      if (!isOpen) report.fail('1 one result a call', 'results stand apart from their response');
      const turn = turns.at(-1);
      turn?.results.push(message.content.filter((part) => part.type === 'tool-result'));
      turn?.answers.push(...message.content.flatMap((part) => (part.type === 'tool-result' ? [] : [part.approvalId])));
    } else {
      isOpen = false;
    }
  }
  return turns;
}

type Part = { readonly type: string } | (Call & { readonly type: 'tool-call'; readonly toolName: string });

function toTurn(parts: readonly Part[]): Turn {
  const all = parts.filter((part) => part.type === 'tool-call') as (Call & {
    readonly toolName: string;
    readonly providerExecuted?: boolean;
  })[];
  const ownCalls = all.filter(({ providerExecuted }) => providerExecuted === true);
  return {
    calls: all.filter(({ providerExecuted }) => providerExecuted !== true),
    ownCalls,
    ownResults: parts.filter((part) => part.type === 'tool-result') as unknown as Result[], // implied by the type
    questions: ownCalls.filter(({ toolName }) => toolName === 'webAsks').map(({ input }) => approvalIdOf(input)),
    results: [],
    answers: [],
  };
}

function outputValue(output: unknown): unknown {
  return typeof output === 'object' && output !== null && 'value' in output ? output.value : undefined;
}

function numberIn(value: unknown): number | undefined {
  return typeof value === 'object' && value !== null && 'n' in value && typeof value.n === 'number'
    ? value.n
    : undefined;
}
