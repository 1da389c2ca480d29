import { redact } from '../approval/redaction/redact.js';
import type { JSONValue } from '../protocol/base/json.js';
import { readProgress } from '../protocol/base/read-progress.js';
import type { CallStatus } from '../protocol/call-end.js';
import type { RunEvent, RunEventOf } from '../protocol/run-event.js';
import type { ApprovalState } from '../store/approval-state.js';
import { callLooks, stateWords } from '../store/call-look.js';
import type { FeedWords } from './feed-format.js';
import type { FeedLog } from './feed-log.js';
import type { FeedRow } from './feed-row.js';

type CallEvent = RunEventOf<
  'tool-input-start' | 'tool-input-delta' | 'tool-input-end' | 'tool-call' | 'tool-start' | 'tool-progress' | 'tool-end'
>;

/** What a person's answer to a call already says, so that its end adds no word. */
const toldByAnswer: ReadonlySet<CallStatus> = new Set(['returned', 'failed', 'retry', 'denied']);

/** The line on which people are asked about a call. */
export function askKey(log: FeedLog, event: RunEvent, toolCallId: string): string {
  return log.key(event, `ask ${toolCallId}`);
}

/** The line of a call, in which those about it stand. */
export function callLineKey(log: FeedLog, event: RunEvent, toolCallId: string): string {
  return log.key(event, `call ${toolCallId}`);
}

/**
 * A call is one line: written, called, running, over. Only a call that was asked about gets a second line when it runs,
 * because that is later; the first one then tells how all of it went.
 */
export function applyCallEvent(log: FeedLog, event: CallEvent, words: FeedWords): void {
  const key = ownLineKey(log, event);
  switch (event.type) {
    case 'tool-input-start':
      log.nameTool(event, event.toolCallId, event.toolName);
      log.add(key, event, { topic, ...standing(words, { toolName: event.toolName, state: 'writing' }) });
      break;
    case 'tool-input-delta':
      // Not the text itself: a secret in it can be told from the rest only when the input is complete.
      log.grow(key, event, { detail: words.feed.characters(log.measure(key, event.delta.length)) });
      break;
    case 'tool-input-end':
      log.end(key, event, {});
      break;
    case 'tool-call':
      log.nameTool(event, event.toolCallId, event.toolName);
      log.put(key, event, {
        topic,
        ...standing(words, { toolName: event.toolName, state: 'called' }),
        detail: excerpt(event.input, log.secrets.texts),
      });
      break;
    case 'tool-start': {
      log.nameTool(event, event.toolCallId, event.toolName);
      const whole = callLineKey(log, event, event.toolCallId);
      log.put(key, event, {
        topic,
        ...standing(words, { toolName: event.toolName, state: 'running' }),
        detail: event.title,
        within: whole,
      });
      log.mark(key, event.at);
      log.patch(whole, event, { kind: 'live' });
      log.groups.beginCall(event, log.row(key)?.place);
      break;
    }
    case 'tool-progress': {
      const { text, fraction } = readProgress(event.value);
      const share =
        fraction === undefined ? excerpt(event.value, log.secrets.texts) : `${Math.round(fraction * 100)} %`;
      log.grow(key, event, { detail: text ?? share });
      break;
    }
    case 'tool-end':
      endCallRow(log, event, words);
      break;
    default:
      event satisfies never;
  }
}

const topic = 'tools';

interface Standing {
  readonly toolName: string;
  readonly state: ApprovalState;
  readonly message?: string | undefined;
}

/** How the line of a call is marked, and what it says. */
export function standing({ feed, calls }: FeedWords, call: Standing): Pick<FeedRow, 'kind' | 'words'> {
  const { toolName, state, message } = call;
  return { kind: callLooks[state].tone, words: feed.call(toolName, stateWords(state, calls, { message })) };
}

function endCallRow(log: FeedLog, event: RunEventOf<'tool-end'>, words: FeedWords): void {
  const { toolCallId, toolName, end } = event;
  const line = {
    ...standing(words, { toolName, state: end.status }),
    ...('message' in end ? { detail: end.message } : {}),
  };
  const key = ownLineKey(log, event);
  const whole = callLineKey(log, event, toolCallId);
  const ask = askKey(log, event, toolCallId);
  const asked = log.row(ask);
  if (asked === undefined || log.row(key) !== undefined) {
    if (!log.end(key, event, line)) log.add(key, event, { ...line, topic, within: whole });
  } else if (asked.kind === 'wait' || !toldByAnswer.has(end.status)) {
    log.end(ask, event, line);
  } else {
    log.grow(ask, event);
  }
  if (asked !== undefined) log.patch(whole, event, { kind: line.kind, duration: log.since(whole, event) });
  log.groups.endCall(event);
}

function ownLineKey(log: FeedLog, event: CallEvent): string {
  const isAsked = log.row(askKey(log, event, event.toolCallId)) !== undefined;
  return log.key(event, `${isAsked ? 'run' : 'call'} ${event.toolCallId}`);
}

/** The beginning of a value, without its secrets. */
function excerpt(value: JSONValue, secrets: readonly string[]): string {
  const shown = redact(value, { secrets, maxText: 120, maxItems: 12 }).value;
  return (typeof shown === 'string' ? shown : JSON.stringify(shown)).slice(0, 120);
}
