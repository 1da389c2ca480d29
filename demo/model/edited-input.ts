import { code, shortly } from './markdown.js';
import type { ToolStep } from './steps.js';
import type { MadeCall } from './turn.js';

/** A call with its effective input, and a description of a person's edit. */
export interface EditedCall {
  readonly call: ToolStep;
  /** "you changed the content to `x`"; `null` when nothing was changed. */
  readonly change: string | null;
}

type Members = Record<string, unknown>;

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parseMembers(text: string): Members | null {
  try {
    const value: unknown = JSON.parse(text);
    return isMembers(value) ? value : null;
  } catch {
    return null;
  }
}

function objectIn(note: string): Members | null {
  const [start, end] = [note.indexOf('{'), note.lastIndexOf('}')];
  return start < 0 || end < start ? null : parseMembers(note.slice(start, end + 1));
}

function inputAsRun(made: MadeCall, note: string | undefined): Members {
  const fromNote = note === undefined ? null : objectIn(note);
  if (fromNote !== null) return fromNote;
  const input = typeof made.input === 'string' ? parseMembers(made.input) : made.input;
  return isMembers(input) ? input : {};
}

/**
 * Returns the remark of a kind about a call. Remarks contain the id of the call, since a tool may be called several
 * times.
 */
function remarkOn(made: MadeCall, kind: string, notes: readonly string[]): string | undefined {
  return notes.find((note) => note.startsWith(`The user${kind} \`${made.toolName}\` (${made.id})`));
}

/** Returns the note of an approval. */
export function noteOn(made: MadeCall, notes: readonly string[]): string | null {
  const remark = remarkOn(made, "'s note on", notes);
  return remark === undefined ? null : remark.slice(remark.indexOf('): ') + 3);
}

/** Compares the requested input with the effective one, from the history or from a remark of the runtime. */
export function editedCall(call: ToolStep, made: MadeCall, notes: readonly string[]): EditedCall {
  const note = remarkOn(made, ' changed the arguments of', notes);
  const ran = inputAsRun(made, note);
  const changed = Object.entries(call.input).flatMap(([key, before]) => {
    const after = ran[key];
    return typeof before === 'string' && typeof after === 'string' && before !== after ? [[key, after] as const] : [];
  });
  const asRun = { ...call, input: { ...call.input, ...Object.fromEntries(changed) } } as ToolStep;
  if (changed.length === 0) return { call, change: note === undefined ? null : 'you changed what I had asked for' };
  const told = changed.map(
    ([key, after]) => `the ${key} to ${after === '' ? 'nothing' : key === 'content' ? shortly(after) : code(after)}`,
  );
  return { call: asRun, change: `you changed ${new Intl.ListFormat('en').format(told)}` };
}
