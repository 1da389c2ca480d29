import type { CallStatus } from '../../protocol/call-end.js';
import type { JSONValue } from '../../protocol/json.js';
import type { RunEvent, RunEventOf } from '../../protocol/run-event.js';
import type { FeedStrings } from '../strings.js';
import { readProgress } from '../thread/read-progress.js';
import type { FeedLog } from './feed-log.js';
import type { FeedKind } from './feed-row.js';

type CallEvent = RunEventOf<
  'tool-input-start' | 'tool-input-delta' | 'tool-input-end' | 'tool-call' | 'tool-start' | 'tool-progress' | 'tool-end'
>;

/** How the line of a call is marked when it has ended. */
const endKinds: Readonly<Record<CallStatus, FeedKind>> = {
  returned: 'ok',
  failed: 'no',
  retry: 'warn',
  denied: 'no',
  blocked: 'no',
  expired: 'warn',
  cancelled: 'note',
  skipped: 'note',
  interrupted: 'warn',
  unknown: 'warn',
};

/** What a person's answer to a call already says, so that its end adds no word. */
const toldByAnswer: ReadonlySet<CallStatus> = new Set(['returned', 'failed', 'retry', 'denied']);

/** The line on which people are asked about a call. */
export function askKey(log: FeedLog, event: RunEvent, toolCallId: string): string {
  return log.key(event, `ask ${toolCallId}`);
}

/**
 * A call is one line: written, called, running, over. Only a call that was asked about gets a second line when it runs,
 * because that is later.
 */
export function applyCallEvent(log: FeedLog, event: CallEvent, feed: FeedStrings): void {
  const key = callKey(log, event);
  switch (event.type) {
    case 'tool-input-start':
      log.nameTool(event, event.toolCallId, event.toolName);
      log.add(key, event, { kind: 'live', words: feed.writes(event.toolName) });
      break;
    case 'tool-input-delta':
      log.append(key, event, event.delta);
      break;
    case 'tool-input-end':
      log.end(key, event, {});
      break;
    case 'tool-call':
      log.nameTool(event, event.toolCallId, event.toolName);
      log.put(key, event, {
        kind: 'note',
        words: feed.called(event.toolName),
        detail: excerpt(event.input),
      });
      break;
    case 'tool-start':
      log.nameTool(event, event.toolCallId, event.toolName);
      log.put(key, event, { kind: 'live', words: feed.runs(event.toolName), detail: event.title });
      log.mark(key, event.at);
      break;
    case 'tool-progress': {
      const { text, fraction } = readProgress(event.value);
      const share = fraction === undefined ? excerpt(event.value) : `${Math.round(fraction * 100)} %`;
      log.grow(key, event, { detail: text ?? share });
      break;
    }
    case 'tool-end':
      endCall(log, event, feed);
      break;
    default:
      event satisfies never;
  }
}

function endCall(log: FeedLog, event: RunEventOf<'tool-end'>, feed: FeedStrings): void {
  const { toolCallId, toolName, end } = event;
  const line = {
    kind: endKinds[end.status],
    words: feed.ended(toolName, end.status),
    ...('message' in end ? { detail: end.message } : {}),
  };
  const key = callKey(log, event);
  const ask = askKey(log, event, toolCallId);
  const asked = log.row(ask);
  if (asked === undefined || log.row(key) !== undefined) {
    if (!log.end(key, event, line)) log.add(key, event, line);
  } else if (asked.kind === 'wait' || !toldByAnswer.has(end.status)) {
    log.end(ask, event, line);
  } else {
    log.grow(ask, event);
  }
}

function callKey(log: FeedLog, event: CallEvent): string {
  const isAsked = log.row(askKey(log, event, event.toolCallId)) !== undefined;
  return log.key(event, `${isAsked ? 'run' : 'call'} ${event.toolCallId}`);
}

function excerpt(value: JSONValue): string {
  return (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 120);
}
