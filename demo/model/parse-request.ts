import { Cursor, words } from './cursor.js';
import { ASKING_RULES } from './parse-asking.js';
import { CHANGING_RULES } from './parse-changing.js';
import type { Rule } from './parse-context.js';
import { READING_RULES } from './parse-reading.js';
import type { Step } from './steps.js';

/** What a request asks for, in order of mention, and the parts of it that were not understood. */
export interface ParsedRequest {
  readonly steps: readonly Step[];
  readonly notUnderstood: readonly string[];
}

const POLITE = words(
  'please can could you would will kindly now also first finally lastly next just hey hi hello ok okay so afterwards',
);
const PHRASES = [
  'i want|need you to',
  "i'd like you to",
  'i would like you to',
  'i want|need to',
  "let's",
  'go ahead',
  'after that',
  "i'd like to",
  'i would like to',
];

// Asking first: "find my location" is no search. Reading before changing: "save a.txt to my computer" is a download.
const RULES: readonly Rule[] = [...ASKING_RULES, ...READING_RULES, ...CHANGING_RULES];

function skipPoliteness(cursor: Cursor): void {
  let start = -1;
  while (start !== cursor.index) {
    start = cursor.index;
    cursor.skipBreaks();
    cursor.skip(POLITE);
    for (const phrase of PHRASES) cursor.takePhrase(phrase);
  }
}

/** The file that "it" means after this step. */
function pathOf(step: Step): string | null {
  switch (step.tool) {
    case 'read_file':
    case 'write_file':
    case 'delete_file':
    case 'download_file':
      return step.input.path;
    case 'rename_file':
      return step.input.to;
    case 'save':
      return step.path ?? null;
    default:
      return null;
  }
}

function parseClause(cursor: Cursor, steps: readonly Step[]): Step[] | null {
  const lastPath = steps.map(pathOf).findLast((path) => path !== null) ?? null;
  for (const rule of RULES) {
    const found = cursor.attempt(() => rule({ cursor, steps, lastPath }));
    if (found !== null) return found;
  }
  return null;
}

function skipClause(cursor: Cursor): string {
  const start = cursor.index;
  while (!cursor.atBreak()) cursor.index += 1;
  return cursor.slice(start, cursor.index);
}

/** Reads plain requests about files. Several in one sentence give several steps; what does not fit is named, never guessed. */
export function parseRequest(text: string): ParsedRequest {
  const cursor = new Cursor(text);
  const steps: Step[] = [];
  const notUnderstood: string[] = [];
  for (skipPoliteness(cursor); cursor.peek() !== undefined; skipPoliteness(cursor)) {
    const found = parseClause(cursor, steps);
    // What follows a clause that was read belongs to it: "read a.txt backwards" must not quietly read forwards.
    const rest = cursor.atBreak() ? '' : skipClause(cursor);
    if (found !== null) steps.push(...found);
    if (rest !== '') notUnderstood.push(rest);
  }
  return { steps, notUnderstood };
}
