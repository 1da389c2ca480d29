import { redact } from '../approval/redaction/redact.js';
import type { ApprovalState } from '../conversation/approval-state.js';
import { type CallFacts, callTones, stateWords } from '../conversation/call-look.js';
import type { JSONValue } from '../protocol/base/json.js';
import { toTitle } from '../protocol/base/words.js';
import type { CallStatus } from '../protocol/call-end.js';
import type { DeferredCall } from '../protocol/deferred.js';
import { readProgress } from '../protocol/foreign/read-progress.js';
import type { RunEvent, RunEventOf } from '../protocol/run-event.js';
import type { FeedWords } from './feed-format.js';
import type { FeedLog } from './feed-log.js';
import type { FeedRow, FeedTopic } from './feed-row.js';

type CallEvent = RunEventOf<
  'tool-input-start' | 'tool-input-delta' | 'tool-input-end' | 'tool-call' | 'tool-start' | 'tool-progress' | 'tool-end'
>;

/** The ends of a call that result from a person's answer, whose text the row shows already. */
const answeredEnds: ReadonlySet<CallStatus> = new Set(['returned', 'failed', 'retry', 'denied']);

/** The ends that are not problems: people and policies are there to refuse. */
const isMeant: ReadonlySet<ApprovalState> = new Set(['denied', 'blocked']);

/** Returns the key of a call's row. */
export function callLineKey(log: FeedLog, event: RunEvent, toolCallId: string): string {
  return log.key(event, `call ${toolCallId}`);
}

/** A call is one line, however it goes: written, called, asked about, running, over. */
export function applyCallEvent(log: FeedLog, event: CallEvent, words: FeedWords): void {
  const { toolCallId } = event;
  const key = callLineKey(log, event, toolCallId);
  switch (event.type) {
    case 'tool-input-start':
      log.nameCall(event, toolCallId, toTitle(event.toolName));
      log.add(key, event, { topic, ...standing({ log, event, words }, 'writing') });
      break;
    case 'tool-input-delta':
      // Not the text itself: a secret in it can be told from the rest only when the input is complete.
      log.grow(key, event, { detail: words.feed.characters(log.measure(key, event.delta.length)) });
      break;
    case 'tool-input-end':
      log.end(key, event, {});
      break;
    case 'tool-call':
      log.nameCall(event, toolCallId, toTitle(event.toolName));
      log.put(key, event, {
        topic,
        ...standing({ log, event, words }, 'called'),
        detail: excerpt(event.input, log.secrets.texts),
      });
      break;
    case 'tool-start':
      if (event.edited) nameEdited({ log, event, words }, event.title);
      else log.nameCall(event, toolCallId, event.title);
      // The title says what the input said.
      log.put(key, event, { topic, ...standing({ log, event, words }, 'running'), detail: '', spent: 'work' });
      if (event.edited) addToCall(log, event, { note: words.calls.states['approved-with-edits'], about: 'people' });
      log.mark(key, event.at);
      break;
    case 'tool-progress': {
      const { text, fraction } = readProgress(event.value);
      const share =
        fraction === undefined ? excerpt(event.value, log.secrets.texts) : `${Math.round(fraction * 100)} %`;
      log.grow(key, event, { detail: text ?? share });
      break;
    }
    case 'tool-end':
      endCallLine(log, event, words);
      break;
    default:
      event satisfies never;
  }
}

const topic = 'tools';

type About = RunEvent & { readonly toolCallId: string };

/** A line of a call, and what it is told in. */
export interface LineContext {
  readonly log: FeedLog;
  readonly event: About;
  readonly words: FeedWords;
}

/**
 * Returns the mark and the text of a call's row; `message` is sent to the model: the reason of a denial, the message of
 * a failure.
 */
export function standing(
  { log, event, words: { feed, calls } }: LineContext,
  state: ApprovalState,
  { message, hasBegun = log.calls.of(event, event.toolCallId)?.isInterrupted === true }: CallFacts = {},
): Pick<FeedRow, 'kind' | 'words' | 'title' | 'isProblem'> {
  const tone = callTones[state];
  const title = log.titleOf(event, event.toolCallId);
  return {
    kind: tone,
    words: feed.call(title, stateWords(state, calls, { message, hasBegun })),
    title,
    isProblem: (tone === 'no' || tone === 'warn') && !isMeant.has(state),
  };
}

/**
 * Names a call by the input that runs. The title that people were asked about is a note of its line, where an edit
 * changed it.
 */
export function nameEdited({ log, event, words: { calls } }: LineContext, title: string): void {
  const { toolCallId } = event;
  log.nameCall(event, toolCallId, title);
  const former = askedCallIn(log, event)?.title;
  if (former === undefined) return;
  const note = log.hide(calls.formerTitle(former));
  const key = callLineKey(log, event, toolCallId);
  const { notes = [] } = log.row(key) ?? {};
  if (former !== title) {
    if (!notes.includes(note)) addToCall(log, event, { note, about: 'people' });
  } else if (notes.includes(note)) log.patch(key, event, { notes: notes.filter((one) => one !== note) });
}

/** Returns the call as its last question showed it. */
export function askedCallIn(log: FeedLog, event: About): DeferredCall | undefined {
  const { questions = [] } = log.calls.of(event, event.toolCallId) ?? {};
  return questions.findLast(({ type }) => type === 'approval-requested')?.call;
}

/** Adds what was said about a call to its line. */
export function addToCall(
  log: FeedLog,
  event: About,
  said: { readonly note: string; readonly about: FeedTopic },
): void {
  const key = callLineKey(log, event, event.toolCallId);
  const { notes = [], touches = [] } = log.row(key) ?? {};
  log.patch(key, event, { notes: [...notes, said.note], touches: [...new Set([...touches, said.about])] });
}

function endCallLine(log: FeedLog, event: RunEventOf<'tool-end'>, words: FeedWords): void {
  const { toolCallId, toolName, end } = event;
  const key = callLineKey(log, event, toolCallId);
  const row = log.row(key);
  // The row already shows who answered, and the answer.
  if (row?.spent === 'wait' && row.kind !== 'wait' && answeredEnds.has(end.status)) {
    log.grow(key, event);
    return;
  }
  if (row === undefined) log.nameCall(event, toolCallId, toTitle(toolName));
  const message = 'message' in end ? end.message : undefined;
  const line = standing({ log, event, words }, end.status, { message });
  if (!log.end(key, event, line)) log.add(key, event, { ...line, topic });
}

/** The beginning of a value, without its secrets. */
function excerpt(value: JSONValue, secrets: readonly string[]): string {
  const shown = redact(value, { secrets, maxText: 120, maxItems: 12 }).value;
  return (typeof shown === 'string' ? shown : JSON.stringify(shown)).slice(0, 120);
}
