import { isRecord, ownMember } from '../../protocol/base/record.js';

/** A text of a model's input; `undefined` where there is none, or an empty one. */
export function textIn(input: unknown, name: string): string | undefined {
  const value = isRecord(input) ? ownMember(input, name) : undefined;
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** A number above 0 of a model's input. */
export function countIn(input: unknown, name: string): number | undefined {
  const value = isRecord(input) ? ownMember(input, name) : undefined;
  return typeof value === 'number' && value > 0 ? value : undefined;
}
