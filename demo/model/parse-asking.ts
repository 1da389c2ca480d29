import { type Cursor, words } from './cursor.js';
import { choiceFor, formFor, questionFor } from './form-fields.js';
import type { Rule } from './parse-context.js';
import { parsePath } from './parse-paths.js';
import type { Step } from './steps.js';

const PICK = words('pick choose select upload import attach');
const PICK_FILLER = words('a an one some my the local another');
const COMMANDS = words(
  'delete remove erase trash clear empty blank wipe truncate create make overwrite replace update rename move copy duplicate write put save store keep read show open print display list search grep find look download export pick choose select upload import attach ask locate please get',
);
const MY_COMPUTER = ['from|on my computer|disk|device|phone|machine', 'from|on disk|here'];

const ACCEPT: Record<string, string> = {
  image: 'image/*',
  picture: 'image/*',
  photo: 'image/*',
  text: 'text/*',
  csv: '.csv',
  json: '.json',
  markdown: '.md',
  pdf: 'application/pdf',
};

function reasonFor(accept: string | undefined, isSaved: boolean): string {
  const what = accept === undefined ? 'a file' : `a file (${accept})`;
  return isSaved ? `Choose ${what} to save in the workspace.` : `Choose ${what} to show me.`;
}

const pick: Rule = ({ cursor, steps }) => {
  cursor.takePhrase('let me');
  const verb = cursor.take(PICK);
  if (verb === null) return null;
  cursor.skip(PICK_FILLER);
  const kind = cursor.word().replace(/^\./, '');
  const accept = ACCEPT[kind];
  if (accept !== undefined) cursor.index += 1;
  // A page cannot open a file by name, so "import a.txt" does not match. Only an unnamed file can be picked.
  if (cursor.take(words('file document')) === null && accept === undefined) return null;
  for (const phrase of MY_COMPUTER) cursor.takePhrase(phrase);
  const target = cursor.attempt(() => (cursor.take(words('as to into')) === null ? null : parsePath(cursor, null)));
  const isSaved = target !== null || verb === 'upload' || verb === 'import';
  const reason = reasonFor(accept, isSaved || /\b(?:save|store|keep|import)\b/i.test(cursor.text));
  const picked: Step = { tool: 'pick_file', input: { reason, ...(accept === undefined ? {} : { accept }) } };
  if (target !== null) return [picked, { tool: 'save', from: steps.length, path: target }];
  return isSaved && !followedBySave(cursor) ? [picked, { tool: 'save', from: steps.length }] : [picked];
};

function followedBySave(cursor: Cursor): boolean {
  let ahead = 0;
  while (cursor.peek(ahead)?.kind === 'break') ahead += 1;
  return words('save store keep write put').has(cursor.word(ahead)) && cursor.word(ahead + 1) === 'it';
}

function item(cursor: Cursor): string | null {
  const start = cursor.index;
  while (!cursor.atBreak()) cursor.index += 1;
  return cursor.index > start ? cursor.slice(start, cursor.index) : null;
}

// "my name, my age and save it": continues at each comma and "and" until a command follows.
function items(cursor: Cursor): string[] {
  const found: string[] = [];
  for (let next = item(cursor); next !== null; ) {
    found.push(next);
    next = cursor.attempt(() => {
      if (cursor.peek()?.value === 'end') return null;
      cursor.skipBreaks();
      return COMMANDS.has(cursor.word()) ? null : item(cursor);
    });
  }
  return found;
}

function choices(cursor: Cursor): string[] | null {
  return cursor.attempt(() => {
    if (cursor.takePhrase('to') && cursor.take(words('choose pick select decide')) === null) return null;
    if (cursor.take(words('between from')) === null) return null;
    const options = items(cursor).flatMap((text) => text.split(/\s*\bor\b\s*/i));
    const named = options
      .map((option) => option.replace(/^[`"'\u201c]|[`"'\u201d]$/g, '').trim())
      .filter((option) => option !== '');
    return named.length > 1 ? named : null;
  });
}

const ask: Rule = ({ cursor }) => {
  if (!cursor.takePhrase('ask me')) return null;
  const options = choices(cursor);
  if (options !== null) {
    return [{ tool: 'ask_user', input: { question: 'Which one do you choose?', schema: choiceFor(options) } }];
  }
  const quoted = cursor.peek();
  if (quoted?.kind === 'quoted') {
    cursor.index += 1;
    return [{ tool: 'ask_user', input: { question: quoted.value, schema: formFor(['answer']) } }];
  }
  cursor.take(words('for about'));
  const asked = items(cursor);
  if (asked.length === 0) return null;
  const isOpen = asked.length === 1 && /^(?:a|some) questions?$/i.test(asked[0] ?? '');
  const question = isOpen ? 'What would you like to tell me?' : questionFor(asked);
  return [{ tool: 'ask_user', input: { question, schema: formFor(isOpen ? ['answer'] : asked) } }];
};

const confirm: Rule = ({ cursor }) => {
  if (!cursor.takePhrase('ask me to confirm') && !cursor.takePhrase('confirm with me')) return null;
  const quoted = cursor.peek();
  if (quoted?.kind === 'quoted') {
    cursor.index += 1;
    return [{ tool: 'confirm', input: { question: quoted.value } }];
  }
  const asked = item(cursor);
  return asked === null ? null : [{ tool: 'confirm', input: { question: `Do you confirm ${asked}?` } }];
};

const WHERE = [
  'where am i',
  'locate me',
  'geolocate me',
  'find|get|show|tell|use|determine|share my location|position|coordinates',
  'find|get|show|tell me my location|position|coordinates',
  'find me',
  "what's my location|position",
  'what is my location|position',
  'my location|position',
];

const locate: Rule = ({ cursor }) => {
  if (!WHERE.some((phrase) => cursor.takePhrase(phrase))) return null;
  cursor.skip(words('right now please'));
  return [{ tool: 'locate', input: { reason: 'You asked for your location.' } }];
};

/** Rules for requests that a person or the browser has to answer. */
export const ASKING_RULES: readonly Rule[] = [locate, confirm, ask, pick];
