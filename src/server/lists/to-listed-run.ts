import { isRecord } from '../../protocol/base/record.js';
import type { ListedRun, NewRun } from '../../remote/run-protocol/run-record.js';
import { toPublicPerson } from '../request/person.js';

/** The maximum length of a title in a list. */
const titleLength = 120;

/** Returns a run as lists have it: with a title in place of its input, and without its history. */
export function toListedRun(
  { input, messages: _, ...run }: NewRun,
  { state, updatedAt }: Pick<ListedRun, 'state' | 'updatedAt'>,
): ListedRun {
  return { ...run, startedBy: toPublicPerson(run.startedBy), title: titleOfInput(input), state, updatedAt };
}

/** Returns the title of a run: the text of its input in one line. */
export function titleOfInput(input: unknown): string {
  const line = inputText(input).replace(/\s+/g, ' ').trim();
  return line.length > titleLength ? `${line.slice(0, titleLength - 1)}…` : line;
}

/** The depth of the text parts in a prompt: array, message, content, part. */
const contentDepth = 4;

/** Returns the text of an input. The depth is limited, because one deeply nested input would break the whole list. */
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
