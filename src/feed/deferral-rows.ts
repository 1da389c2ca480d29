import { isoTime } from '../protocol/base/iso-time.js';
import type { RunEventOf } from '../protocol/run-event.js';
import { stateOfAnswer } from '../store/approval-state.js';
import { askKey, callLineKey, standing } from './call-rows.js';
import type { FeedFormat, FeedWords } from './feed-format.js';
import type { FeedLog } from './feed-log.js';
import type { FeedKind } from './feed-row.js';
import type { FeedStrings } from './feed-strings.js';

type DeferralEvent = RunEventOf<
  | 'deferred-request'
  | 'approval-requested'
  | 'external-requested'
  | 'deadline'
  | 'answer'
  | 'answer-taken-back'
  | 'extended'
  | 'late-answer'
  | 'deferred-response'
>;

/** A batch is a line, and so is each question in it; both are hollow until they are answered. */
export function applyDeferralEvent(log: FeedLog, event: DeferralEvent, words: FeedWords): void {
  const { feed, format } = words;
  switch (event.type) {
    case 'deferred-request':
      log.add(log.key(event, `batch ${event.batchId}`), event, {
        kind: 'wait',
        topic: 'people',
        words: feed.handed(event.requests.approvals.length + event.requests.calls.length),
      });
      break;
    case 'approval-requested':
    case 'external-requested':
      log.nameTool(event, event.call.toolCallId, event.call.toolName);
      askAbout(log, event, words);
      break;
    case 'deadline': {
      const [soonest] = Object.values(event.expiresAt).sort((a, b) => a - b);
      log.grow(log.key(event, `batch ${event.batchId}`), event, until(soonest, format, feed));
      break;
    }
    case 'answer': {
      const { answer, by, toolCallId } = event;
      const message = answer !== 'defer' && 'message' in answer ? answer.message : undefined;
      const toolName = log.toolName(event, toolCallId);
      const line = { ...standing(words, { toolName, state: stateOfAnswer(answer, by), message }), by: feed.by(by) };
      log.end(askKey(log, event, event.toolCallId), event, line);
      log.patch(callLineKey(log, event, event.toolCallId), event, { kind: 'note' });
      break;
    }
    case 'answer-taken-back':
      takeBack(log, event, words);
      break;
    case 'extended':
      addNote(log, event, {
        kind: 'note',
        words: feed.extended(log.toolName(event, event.toolCallId)),
        ...until(event.expiresAt, format, feed),
      });
      break;
    case 'late-answer':
      addNote(log, event, {
        kind: 'no',
        words: feed.late,
        detail: `${log.toolName(event, event.toolCallId)}, ${feed.lateReasons[event.reason]}`,
      });
      break;
    case 'deferred-response': {
      const key = log.key(event, `batch ${event.batchId}`);
      const request = log.row(key)?.events.at(0);
      const count =
        request?.type === 'deferred-request' ? request.requests.approvals.length + request.requests.calls.length : 0;
      const told = event.results === null ? feed.declined(count) : feed.answered(count);
      log.end(key, event, { kind: 'note', words: told });
      break;
    }
    default:
      event satisfies never;
  }
}

/** Until when there is time; nothing where that is for longer than dates reach. */
function until(at: number | undefined, format: FeedFormat, feed: FeedStrings): { readonly detail?: string } {
  return at === undefined || isoTime(at) === undefined ? {} : { detail: feed.until(format.clock(at)) };
}

/** Its question is open again. */
function takeBack(log: FeedLog, event: RunEventOf<'answer-taken-back'>, words: FeedWords): void {
  const toolName = log.toolName(event, event.toolCallId);
  log.patch(askKey(log, event, event.toolCallId), event, standing(words, { toolName, state: 'waiting' }));
  log.patch(callLineKey(log, event, event.toolCallId), event, { kind: 'wait' });
  addNote(log, event, { kind: 'note', words: words.feed.takenBack(toolName) });
}

type Note = Readonly<{ words: string; detail?: string; kind: 'note' | 'no' }>;

function addNote(log: FeedLog, event: RunEventOf<'answer-taken-back' | 'extended' | 'late-answer'>, note: Note): void {
  const within = callLineKey(log, event, event.toolCallId);
  log.add(log.key(event, `note ${event.seq}`), event, { ...note, topic: 'people', within });
}

type AskEvent = RunEventOf<'approval-requested' | 'external-requested'>;

function askAbout(log: FeedLog, event: AskEvent, words: FeedWords): void {
  const { toolCallId, toolName, title } = event.call;
  const whole = callLineKey(log, event, toolCallId);
  stopCall(log, event, words.feed);
  log.patch(whole, event, { kind: 'wait' });
  const line = { ...standing(words, { toolName, state: 'waiting' }), detail: title, within: whole };
  log.add(askKey(log, event, toolCallId), event, { topic: 'people', ...line });
}

/** A tool that ran and then asked goes on no more; it runs again, on a line of its own, after a yes. */
function stopCall(log: FeedLog, event: AskEvent, feed: FeedStrings): void {
  for (const name of ['call', 'run']) {
    const key = log.key(event, `${name} ${event.call.toolCallId}`);
    if (log.row(key)?.kind === 'live') log.end(key, event, { kind: 'note', words: feed.asks(event.call.toolName) });
  }
  log.groups.endCall({ ...event, toolCallId: event.call.toolCallId });
}

type PolicyDecision = RunEventOf<'policy-decision'>;

const kinds: Readonly<Record<PolicyDecision['effect'], FeedKind>> = {
  allow: 'ok',
  ask: 'note',
  deny: 'no',
  block: 'no',
};

/** What a policy or a remembered decision says is a line below its call; a tool that is kept from the model has no call. */
export function applyPolicyDecision(log: FeedLog, event: PolicyDecision, feed: FeedStrings): void {
  const { toolName, toolCallId, effect, reason, by } = event;
  const isKept = toolCallId === undefined;
  const line = {
    kind: isKept ? ('no' as const) : kinds[effect],
    topic: 'policy' as const,
    words: isKept ? feed.kept(toolName) : feed.policy[effect](toolName),
    detail: reason,
    by: feed.by(by),
    ...(isKept ? {} : { within: callLineKey(log, event, toolCallId) }),
  };
  log.add(log.key(event, `policy ${event.seq}`), event, line);
}
