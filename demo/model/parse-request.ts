import { Cursor, words } from './cursor.js';
import { ASKING_RULES } from './parse-asking.js';
import { CHANGING_RULES } from './parse-changing.js';
import type { Rule } from './parse-context.js';
import { READING_RULES } from './parse-reading.js';
import type { Step } from './steps.js';

/** The steps of a request in order, and the parts that were not understood. */
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

// Asking rules come first, because "find my location" is not a search. Reading rules come before changing rules,
// because "save a.txt to my computer" is a download.
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

/** Returns the file that "it" refers to after a step. */
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

/**
 * Parses simple requests about files. A sentence can have several steps. Parts that do not match are reported, never
 * guessed.
 */
export function parseRequest(text: string): ParsedRequest {
  const cursor = new Cursor(text);
  const steps: Step[] = [];
  const notUnderstood: string[] = [];
  for (skipPoliteness(cursor); cursor.peek() !== undefined; skipPoliteness(cursor)) {
    const found = parseClause(cursor, steps);
    // The rest of a clause belongs to it: "read a.txt backwards" must not silently read forwards.
    const rest = cursor.atBreak() ? '' : skipClause(cursor);
    if (found !== null) steps.push(...found);
    if (rest !== '') notUnderstood.push(rest);
  }
  return { steps, notUnderstood };
}
