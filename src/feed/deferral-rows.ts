import { editedCallOf } from '../approval/edit/edited-call.js';
import { stateOfAnswer } from '../conversation/approval-state.js';
import { isoTime, toTitle } from '../protocol/base/words.js';
import type { RunEventOf } from '../protocol/run-event.js';
import type { FeedLineStrings } from '../words/english/feed.js';
import { addToCall, askedCallIn, callLineKey, type LineContext, nameEdited, standing } from './call-rows.js';
import type { FeedFormat, FeedWords } from './feed-format.js';
import type { FeedLog } from './feed-log.js';

type DeferralEvent = RunEventOf<
  | 'deferred-request'
  | 'approval-requested'
  | 'external-requested'
  | 'deadline'
  | 'answer'
  | 'answer-retracted'
  | 'answer-refused'
  | 'extended'
  | 'late-answer'
  | 'deferred-response'
>;

/** A batch is a line; each question in it is told in the line of its call. Both are hollow until they are answered. */
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
      nameAnswered({ log, event, words });
      const line = standing({ log, event, words }, stateOfAnswer(answer, by), { message });
      log.end(callLineKey(log, event, toolCallId), event, { ...line, by: feed.by(by) });
      break;
    }
    case 'answer-retracted':
      retract(log, event, words);
      break;
    case 'answer-refused':
      reopen(log, event, words);
      break;
    case 'extended':
      addNote(log, event, {
        kind: 'note',
        words: feed.extended(log.titleOf(event, event.toolCallId)),
        ...until(event.expiresAt, format, feed),
        ...(event.by === undefined ? {} : { by: feed.by(event.by) }),
      });
      break;
    case 'late-answer': {
      const detail = `${log.titleOf(event, event.toolCallId)}, ${feed.lateReasons[event.reason]}`;
      addNote(log, event, { kind: 'warn', words: feed.late, detail });
      break;
    }
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
function until(at: number | undefined, format: FeedFormat, feed: FeedLineStrings): { readonly detail?: string } {
  return at === undefined || isoTime(at) === undefined ? {} : { detail: feed.until(format.clock(at)) };
}

/** Its question is open again, which is told in its line and, since that stood otherwise before, in one of its own. */
function retract(log: FeedLog, event: RunEventOf<'answer-retracted'>, words: FeedWords): void {
  const { toolCallId } = event;
  restoreTitle({ log, event, words });
  log.patch(callLineKey(log, event, toolCallId), event, standing({ log, event, words }, 'waiting'));
  addNote(log, event, { kind: 'note', words: words.feed.takenBack(log.titleOf(event, toolCallId)) });
}

/** The call is open again. The reason has a line of its own. */
function reopen(log: FeedLog, event: RunEventOf<'answer-refused'>, words: FeedWords): void {
  const { toolCallId, message } = event;
  restoreTitle({ log, event, words });
  log.patch(callLineKey(log, event, toolCallId), event, standing({ log, event, words }, 'called'));
  if (message !== undefined) addNote(log, event, { kind: 'warn', words: words.feed.refused, detail: message });
}

/** Names a call by the input that was approved. */
function nameAnswered({ log, event, words }: CallLine<'answer'>): void {
  const { answer, editedCall } = event;
  const call = askedCallIn(log, event);
  const edited = call && editedCallOf(call, answer, editedCall);
  if (edited !== undefined) nameEdited({ log, event, words }, edited.title);
}

/** Gives a call the title of its question again. */
function restoreTitle(telling: CallLine<'answer-retracted' | 'answer-refused'>): void {
  const call = askedCallIn(telling.log, telling.event);
  if (call !== undefined) nameEdited(telling, call.title);
}

interface CallLine<TYPE extends DeferralEvent['type']> extends LineContext {
  readonly event: RunEventOf<TYPE> & { readonly toolCallId: string };
}

type Note = Readonly<{ words: string; detail?: string; by?: string; kind: 'note' | 'warn' }>;

function addNote(
  log: FeedLog,
  event: RunEventOf<'answer-retracted' | 'answer-refused' | 'extended' | 'late-answer'>,
  line: Note,
): void {
  const title = log.titleOf(event, event.toolCallId);
  log.add(log.key(event, `note ${event.seq}`), event, { ...line, title, topic: 'people' });
}

type AskEvent = RunEventOf<'approval-requested' | 'external-requested'>;

function askAbout(log: FeedLog, event: AskEvent, words: FeedWords): void {
  const { toolCallId, title } = event.call;
  const about = { ...event, toolCallId };
  const key = callLineKey(log, event, toolCallId);
  log.nameCall(event, toolCallId, title);
  const { touches = [] } = log.row(key) ?? {};
  const line = {
    ...standing({ log, event: about, words }, 'waiting', { hasBegun: event.call.interrupted !== undefined }),
    detail: '',
    touches: [...new Set([...touches, 'people' as const])],
    spent: 'wait' as const,
  };
  log.put(key, event, { topic: 'tools', ...line });
  log.mark(key, event.at);
}

type PolicyDecision = RunEventOf<'policy-decision'>;

/** Adds the decision of a policy or a grant below its call. A tool that is hidden from the model has no call. */
export function applyPolicyDecision(log: FeedLog, event: PolicyDecision, words: FeedWords): void {
  const { feed } = words;
  const { toolName, toolCallId, effect, reason, by, title } = event;
  if (toolCallId === undefined) {
    const line = { kind: 'no', topic: 'policy', isProblem: false, detail: reason, by: feed.by(by) } as const;
    log.add(log.key(event, `policy ${event.seq}`), event, { ...line, words: feed.kept(toolName) });
    return;
  }
  const about = { ...event, toolCallId };
  const key = callLineKey(log, event, toolCallId);
  if (title !== undefined) log.nameCall(event, toolCallId, title);
  if (!log.grow(key, event)) {
    if (title === undefined) log.nameCall(event, toolCallId, toTitle(toolName));
    log.add(key, event, { topic: 'tools', ...standing({ log, event: about, words }, 'called') });
  }
  addToCall(log, about, { note: feed.policy[effect](feed.by(by), reason), about: 'policy' });
}
