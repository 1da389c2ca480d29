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

/** The ends that a person's answer to a call can cause. */
const endsFromAnswers: ReadonlySet<CallStatus> = new Set(['returned', 'failed', 'retry', 'denied']);

/** The states that are not problems although their tone is: people and policies may refuse calls. */
const refusals: ReadonlySet<ApprovalState> = new Set(['denied', 'blocked']);

/** Returns the key of a call's row. */
export function callRowKey(log: FeedLog, event: RunEvent, toolCallId: string): string {
  return log.key(event, `call ${toolCallId}`);
}

/** Applies an event about a call. Each call has one row, which changes with its phase. */
export function applyCallEvent(log: FeedLog, event: CallEvent, words: FeedWords): void {
  const { toolCallId } = event;
  const key = callRowKey(log, event, toolCallId);
  switch (event.type) {
    case 'tool-input-start':
      log.nameCall(event, toolCallId, toTitle(event.toolName));
      log.addRow(key, event, { topic, ...rowState({ log, event, words }, 'writing') });
      break;
    case 'tool-input-delta':
      // The length instead of the text: a secret in it can be recognized only when the input is complete.
      log.addEvent(key, event, { detail: words.feed.characters(log.addLength(key, event.delta.length)) });
      break;
    case 'tool-input-end':
      log.endRow(key, event, {});
      break;
    case 'tool-call':
      log.nameCall(event, toolCallId, toTitle(event.toolName));
      log.upsertRow(key, event, {
        topic,
        ...rowState({ log, event, words }, 'called'),
        detail: excerpt(event.input, log.secrets.texts),
      });
      break;
    case 'tool-start':
      if (event.edited) renameEditedCall({ log, event, words }, event.title);
      else log.nameCall(event, toolCallId, event.title);
      // The title replaces the excerpt of the input.
      log.upsertRow(key, event, { topic, ...rowState({ log, event, words }, 'running'), detail: '', spent: 'work' });
      if (event.edited) addCallNote(log, event, { note: words.calls.states['approved-with-edits'], topic: 'people' });
      log.startTimer(key, event.at);
      break;
    case 'tool-progress': {
      const { text, fraction } = readProgress(event.value);
      const share =
        fraction === undefined ? excerpt(event.value, log.secrets.texts) : `${Math.round(fraction * 100)} %`;
      log.addEvent(key, event, { detail: text ?? share });
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

type AnyCallEvent = RunEvent & { readonly toolCallId: string };

/** An event about a call, with the log that holds the row of the call and the strings for it. */
export interface CallRowInput {
  readonly log: FeedLog;
  readonly event: AnyCallEvent;
  readonly words: FeedWords;
}

/**
 * Returns the members of a call's row that depend on its state. `message` is the reason of a denial or the message of a
 * failure.
 */
export function rowState(
  { log, event, words: { feed, calls } }: CallRowInput,
  state: ApprovalState,
  { message, hasBegun = log.calls.findCall(event, event.toolCallId)?.isInterrupted === true }: CallFacts = {},
): Pick<FeedRow, 'kind' | 'words' | 'title' | 'isProblem'> {
  const tone = callTones[state];
  const title = log.titleOf(event, event.toolCallId);
  return {
    kind: tone,
    words: feed.call(title, stateWords(state, calls, { message, hasBegun })),
    title,
    isProblem: (tone === 'no' || tone === 'warn') && !refusals.has(state),
  };
}

/**
 * Sets the title of a call with an edited input. If it differs from the title in the request, that one becomes a note
 * of the row.
 */
export function renameEditedCall({ log, event, words: { calls } }: CallRowInput, title: string): void {
  const { toolCallId } = event;
  log.nameCall(event, toolCallId, title);
  const former = lastApprovalRequest(log, event)?.title;
  if (former === undefined) return;
  const note = log.hide(calls.formerTitle(former));
  const key = callRowKey(log, event, toolCallId);
  const { notes = [] } = log.findRow(key) ?? {};
  if (former !== title) {
    if (!notes.includes(note)) addCallNote(log, event, { note, topic: 'people' });
  } else if (notes.includes(note)) log.patchRow(key, event, { notes: notes.filter((one) => one !== note) });
}

/** Returns the call as the last request for its approval showed it. */
export function lastApprovalRequest(log: FeedLog, event: AnyCallEvent): DeferredCall | undefined {
  const { requests = [] } = log.calls.findCall(event, event.toolCallId) ?? {};
  return requests.findLast(({ type }) => type === 'approval-requested')?.call;
}

/** Adds a note to the row of a call. The row then also belongs to the topic of the note. */
export function addCallNote(
  log: FeedLog,
  event: AnyCallEvent,
  { note, topic: noteTopic }: { readonly note: string; readonly topic: FeedTopic },
): void {
  const key = callRowKey(log, event, event.toolCallId);
  const { notes = [], otherTopics = [] } = log.findRow(key) ?? {};
  log.patchRow(key, event, { notes: [...notes, note], otherTopics: [...new Set([...otherTopics, noteTopic])] });
}

function endCallLine(log: FeedLog, event: RunEventOf<'tool-end'>, words: FeedWords): void {
  const { toolCallId, toolName, end } = event;
  const key = callRowKey(log, event, toolCallId);
  const row = log.findRow(key);
  // The row already shows the answer of a person, which is also the end of the call.
  if (row?.spent === 'wait' && row.kind !== 'wait' && endsFromAnswers.has(end.status)) {
    log.addEvent(key, event);
    return;
  }
  if (row === undefined) log.nameCall(event, toolCallId, toTitle(toolName));
  const message = 'message' in end ? end.message : undefined;
  const change = rowState({ log, event, words }, end.status, { message });
  if (!log.endRow(key, event, change)) log.addRow(key, event, { ...change, topic });
}

/** Returns the beginning of a value as text, without its secrets. */
function excerpt(value: JSONValue, secrets: readonly string[]): string {
  const shown = redact(value, { secrets, maxText: 120, maxItems: 12 }).value;
  return (typeof shown === 'string' ? shown : JSON.stringify(shown)).slice(0, 120);
}
