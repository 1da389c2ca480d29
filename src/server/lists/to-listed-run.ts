import type { ListedRun, NewRun } from '../../agent/run-server/run-record.js';
import { isRecord } from '../../protocol/base/record.js';
import { toPublicPerson } from '../request/person.js';

/** How much of what was said stands in a list. */
const titleLength = 120;

/** A run as lists show it. */
export function toListedRun(
  { input, messages: _, ...run }: NewRun,
  { state, updatedAt }: Pick<ListedRun, 'state' | 'updatedAt'>,
): ListedRun {
  return { ...run, startedBy: toPublicPerson(run.startedBy), title: titleOfInput(input), state, updatedAt };
}

function titleOfInput(input: unknown): string {
  const line = inputText(input).replace(/\s+/g, ' ').trim();
  return line.length > titleLength ? `${line.slice(0, titleLength - 1)}…` : line;
}

/** Parts are at most this deep in a prompt: in the content of a message of a list. */
const contentDepth = 4;

/** Does not read deeper than a prompt goes: one odd input would otherwise break the whole list. */
function inputText(input: unknown, depth: number = 0): string {
  if (typeof input === 'string') return input.slice(0, titleLength * 10);
  if (depth > contentDepth) return '';
  if (Array.isArray(input))
    return input
      .slice(0, titleLength)
      .map((item) => inputText(item, depth + 1))
      .join(' ');
  if (!isRecord(input)) return '';
  return inputText(typeof input.text === 'string' ? input.text : input.content, depth + 1);
}
