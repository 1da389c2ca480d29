import type { LanguageModelV4Prompt } from '@ai-sdk/provider';
import type { ModelMessage } from 'ai';

/** Where broken rules are told. */
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
  readonly calls: readonly Call[];
  /** One list a tool message. */
  readonly results: Result[][];
}

/** Invariant 1: in what the model reads, each call has one result, right behind its response, and it is its own. */
export function checkPrompt(report: Report, prompt: LanguageModelV4Prompt | readonly ModelMessage[]): void {
  const turns = turnsOf(prompt, report);
  const seen = new Set<string>();
  for (const { calls, results } of turns) {
    const ids = calls.map(({ toolCallId }) => toolCallId);
    const answered = results.flat().map(({ toolCallId }) => toolCallId);
    for (const id of ids) {
      if (seen.has(id)) report.fail('1 one result a call', `the id '${id}' stands for two calls`);
      seen.add(id);
      const count = answered.filter((other) => other === id).length;
      if (count !== 1) report.fail('1 one result a call', `'${id}' has ${count} results`);
    }
    if (answered.length > ids.length)
      report.fail('1 one result a call', `${answered.length} results for ${ids.length} calls`);
    for (const { toolCallId, output } of results.flat()) {
      const call = calls.find((item) => item.toolCallId === toolCallId);
      const [expected, got] = [numberIn(call?.input), numberIn(outputValue(output))];
      if (expected !== undefined && got !== undefined && expected !== got)
        report.fail('1 its own result', `'${toolCallId}' is call ${expected} and got the result of ${got}`);
    }
  }
}

/**
 * Invariant 1: the results of a tool message stand in emission order. Asked of the history: what a resumed run adds follows
 * what was there, and a prompt joins the two.
 */
export function checkOrder(report: Report, messages: readonly ModelMessage[]): void {
  for (const { calls, results } of turnsOf(messages, report)) {
    const ids = calls.map(({ toolCallId }) => toolCallId);
    for (const group of results) {
      const order = group.map(({ toolCallId }) => ids.indexOf(toolCallId));
      if (order.some((place, index) => index > 0 && place < (order[index - 1] ?? 0)))
        report.fail('1 emission order', `results came as ${order.join(', ')}`);
    }
  }
}

function turnsOf(prompt: LanguageModelV4Prompt | readonly ModelMessage[], report: Report): readonly Turn[] {
  const turns: Turn[] = [];
  let isOpen = false;
  for (const message of prompt) {
    if (message.role === 'assistant') {
      const parts = typeof message.content === 'string' ? [] : message.content;
      turns.push({ calls: parts.filter((part) => part.type === 'tool-call'), results: [] });
      isOpen = true;
    } else if (message.role === 'tool') {
      if (!isOpen) report.fail('1 one result a call', 'results stand apart from their response');
      turns.at(-1)?.results.push(message.content.filter((part) => part.type === 'tool-result'));
    } else {
      isOpen = false;
    }
  }
  return turns;
}

function outputValue(output: unknown): unknown {
  return typeof output === 'object' && output !== null && 'value' in output ? output.value : undefined;
}

function numberIn(value: unknown): number | undefined {
  return typeof value === 'object' && value !== null && 'n' in value && typeof value.n === 'number'
    ? value.n
    : undefined;
}
