import { intention, shortfall } from './describe-call.js';
import { achievement } from './describe-result.js';
import { editedCall, noteOn } from './edited-input.js';
import { code, quote } from './markdown.js';
import type { CallOutcome } from './outcome.js';
import type { PlannedStep } from './plan.js';
import type { Turn } from './turn.js';

interface Line {
  readonly status: 'done' | 'not-done';
  readonly text: string;
}

const NUMBERS = ['none', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const list = (items: readonly string[]): string => new Intl.ListFormat('en').format(items);
const inWords = (count: number): string => NUMBERS[count] ?? String(count);
const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Adds a full stop to a sentence, unless a quotation at its end has one. */
const ended = (text: string): string => (/[.!?]\u201d$/.test(text) ? text : `${text}.`);

function reasonOf(outcome: CallOutcome, attempts: number): string {
  switch (outcome.kind) {
    case 'denied':
      return outcome.reason === null
        ? 'the call was denied, without a reason'
        : `the call was denied with the reason ${quote(outcome.reason)}`;
    case 'error':
      if (attempts > 1) return `it failed again after a second try, so I gave up: ${quote(outcome.message)}`;
      return `it failed with ${quote(outcome.message)}`;
    case 'missing':
      return 'no result came back';
    case 'returned':
      return 'it came back with a result';
  }
}

function endedLine(
  item: PlannedStep & { state: { kind: 'ended' } },
  use: 'shown' | 'saved',
  notes: readonly string[],
): Line {
  const { call, made, outcome } = item.state;
  if (outcome.kind !== 'returned') {
    return { status: 'not-done', text: ended(`${shortfall(call)}: ${reasonOf(outcome, item.attempts)}`) };
  }
  const edited = editedCall(call, made, notes);
  const told = achievement(edited.call, outcome.value, use);
  const note = noteOn(made, notes);
  const parts = [
    edited.change === null ? '' : `${capitalised(edited.change)}.`,
    note === null ? '' : ended(`You noted ${quote(note)}`),
    told,
  ];
  return { status: 'done', text: parts.filter((part) => part !== '').join(' ') };
}

function lineOf(item: PlannedStep, planned: readonly PlannedStep[], notes: readonly string[]): Line {
  const { state } = item;
  const use = planned.some(({ step }) => step.tool === 'save' && planned[step.from] === item) ? 'saved' : 'shown';
  switch (state.kind) {
    case 'ended':
      return endedLine({ ...item, state }, use, notes);
    case 'not-offered': {
      const what = item.step.tool === 'save' ? 'Nothing was saved' : shortfall(item.step);
      return { status: 'not-done', text: `${what}: this app does not offer me the tool ${code(state.toolName)}.` };
    }
    case 'nothing-to-save': {
      const what = state.path === null ? 'Nothing was saved' : `${code(state.path)} was not written`;
      return { status: 'not-done', text: `${what}: there was nothing to save.` };
    }
    case 'to-call':
      return { status: 'not-done', text: `${shortfall(state.call)}.` };
    case 'waiting':
      return { status: 'not-done', text: 'Nothing was saved.' };
  }
}

function heading(lines: readonly Line[]): string {
  const done = lines.filter((line) => line.status === 'done').length;
  if (done === lines.length) return done === 2 ? 'Both things are done:' : `All ${inWords(done)} things are done:`;
  if (done === 0)
    return lines.length === 2
      ? 'Neither of the two things was done:'
      : `None of the ${inWords(lines.length)} things was done:`;
  return `${capitalised(inWords(done))} of ${inWords(lines.length)} things ${done === 1 ? 'is' : 'are'} done:`;
}

/** Returns a text about the parts of a request that were not understood. */
export function leftOut(parts: readonly string[]): string {
  return parts.length === 0 ? '' : `I did not understand ${list(parts.map(quote))}, so I left that out.`;
}

const indented = (text: string): string => text.replace(/\n(?=.)/g, '\n  ');

/** Returns the closing text: for each step its result, or the reason why it was not done. */
export function closingText(planned: readonly PlannedStep[], turn: Turn, notUnderstood: readonly string[]): string {
  const lines = planned.map((item) => lineOf(item, planned, turn.notes));
  const [only] = lines;
  const body =
    lines.length === 1 && only !== undefined
      ? only.text
      : `${heading(lines)}\n\n${lines.map((line) => `- ${indented(line.text)}`).join('\n')}`;
  return [body, leftOut(notUnderstood)].filter((part) => part !== '').join('\n\n');
}

/** Returns the text before the calls of a response. */
export function openingText(planned: readonly PlannedStep[], turn: Turn): string {
  const calls = planned.flatMap(({ state, attempts }) =>
    state.kind === 'to-call' ? [{ call: state.call, attempts }] : [],
  );
  const told = calls.map(({ call }) => intention(call));
  if (calls.some(({ attempts }) => attempts > 0))
    return `I was told to try again, so I'll try once more: ${list(told)}.`;
  if (turn.rounds.length > 0) return `Now I'll ${list(told)}.`;
  const saves = planned.filter(({ state }) => state.kind === 'waiting').length;
  const opening = told.length === 1 ? `I'll ${list(told)}.` : `I'll do ${inWords(told.length)} things: ${list(told)}.`;
  return saves > 0 ? `${opening} Then I'll save what comes back.` : opening;
}
