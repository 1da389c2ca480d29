import type { ListedRun, NewRun, RunState } from '../../agent/run-server/run-record.js';
import { isRecord } from '../../protocol/base/record.js';
import { toPublicPerson } from '../request/person.js';

/** How much of what was said stands in a list. */
const titleLength = 120;

/** A run as lists show it. */
export function toListedRun({ input, messages: _, ...run }: NewRun, state: RunState): ListedRun {
  return { ...run, startedBy: toPublicPerson(run.startedBy), title: titleOfInput(input), state };
}

function titleOfInput(input: unknown): string {
  const line = inputText(input).replace(/\s+/g, ' ').trim();
  return line.length > titleLength ? `${line.slice(0, titleLength - 1)}…` : line;
}

function inputText(input: unknown): string {
  if (typeof input === 'string') return input;
  if (Array.isArray(input)) return input.map(inputText).join(' ');
  if (!isRecord(input)) return '';
  return typeof input.text === 'string' ? input.text : inputText(input.content);
}
