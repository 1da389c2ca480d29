import { editedCallOf } from '../approval/edit/edited-call.js';
import { stateOfAnswer } from '../conversation/approval-state.js';
import { isoTime, toTitle } from '../protocol/base/words.js';
import type { RunEventOf } from '../protocol/run-event.js';
import type { FeedLineStrings } from '../words/english/feed.js';
import {
  addCallNote,
  type CallRowInput,
  callRowKey,
  lastApprovalRequest,
  renameEditedCall,
  rowState,
} from './call-rows.js';
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

/**
 * Applies an event about deferred calls. Each batch has a row. The requests and answers of its calls change the rows of
 * the calls.
 */
export function applyDeferralEvent(log: FeedLog, event: DeferralEvent, words: FeedWords): void {
  const { feed, format } = words;
  switch (event.type) {
    case 'deferred-request':
      log.addRow(batchRowKey(log, event), event, {
        kind: 'wait',
        topic: 'people',
        words: feed.handed(event.requests.approvals.length + event.requests.calls.length),
      });
      break;
    case 'approval-requested':
    case 'external-requested':
      addRequest(log, event, words);
      break;
    case 'deadline': {
      const [soonest] = Object.values(event.expiresAt).sort((a, b) => a - b);
      log.addEvent(batchRowKey(log, event), event, deadlineDetail(soonest, format, feed));
      break;
    }
    case 'answer': {
      const { answer, by, toolCallId } = event;
      const message = answer !== 'defer' && 'message' in answer ? answer.message : undefined;
      nameAnsweredCall({ log, event, words });
      const change = rowState({ log, event, words }, stateOfAnswer(answer, by), { message });
      log.endRow(callRowKey(log, event, toolCallId), event, { ...change, by: feed.by(by) });
      break;
    }
    case 'answer-retracted':
      applyRetraction(log, event, words);
      break;
    case 'answer-refused':
      applyRefusal(log, event, words);
      break;
    case 'extended':
      addNote(log, event, {
        kind: 'note',
        words: feed.extended(log.titleOf(event, event.toolCallId)),
        ...deadlineDetail(event.expiresAt, format, feed),
        ...(event.by === undefined ? {} : { by: feed.by(event.by) }),
      });
      break;
    case 'late-answer': {
      const detail = `${log.titleOf(event, event.toolCallId)}, ${feed.lateReasons[event.reason]}`;
      addNote(log, event, { kind: 'warn', words: feed.late, detail });
      break;
    }
    case 'deferred-response':
      endBatch(log, event, words);
      break;
    default:
      event satisfies never;
  }
}

function batchRowKey(log: FeedLog, event: Extract<DeferralEvent, { readonly batchId: string }>): string {
  return log.key(event, `batch ${event.batchId}`);
}

function endBatch(log: FeedLog, event: RunEventOf<'deferred-response'>, { feed }: FeedWords): void {
  const key = batchRowKey(log, event);
  const request = log.findRow(key)?.events.at(0);
  const count =
    request?.type === 'deferred-request' ? request.requests.approvals.length + request.requests.calls.length : 0;
  const words = event.results === null ? feed.declined(count) : feed.answered(count);
  log.endRow(key, event, { kind: 'note', words });
}

/** Returns a deadline as the detail of a row; nothing for a deadline beyond the range of dates. */
function deadlineDetail(
  at: number | undefined,
  format: FeedFormat,
  feed: FeedLineStrings,
): { readonly detail?: string } {
  return at === undefined || isoTime(at) === undefined ? {} : { detail: feed.until(format.clock(at)) };
}

/** The call waits again. A row of its own records the retraction, because the row of the call no longer shows it. */
function applyRetraction(log: FeedLog, event: RunEventOf<'answer-retracted'>, words: FeedWords): void {
  const { toolCallId } = event;
  restoreRequestTitle({ log, event, words });
  log.patchRow(callRowKey(log, event, toolCallId), event, rowState({ log, event, words }, 'waiting'));
  addNote(log, event, { kind: 'note', words: words.feed.takenBack(log.titleOf(event, toolCallId)) });
}

/** Reopens a call whose answer a server refused. A row of its own shows the reason. */
function applyRefusal(log: FeedLog, event: RunEventOf<'answer-refused'>, words: FeedWords): void {
  const { toolCallId, message } = event;
  restoreRequestTitle({ log, event, words });
  log.patchRow(callRowKey(log, event, toolCallId), event, rowState({ log, event, words }, 'called'));
  if (message !== undefined) addNote(log, event, { kind: 'warn', words: words.feed.refused, detail: message });
}

/** Sets the title of a call to that of the edited input, if an edit was approved. */
function nameAnsweredCall({ log, event, words }: DeferralRowInput<'answer'>): void {
  const { answer, editedCall } = event;
  const call = lastApprovalRequest(log, event);
  const edited = call && editedCallOf(call, answer, editedCall);
  if (edited !== undefined) renameEditedCall({ log, event, words }, edited.title);
}

/** Restores the title that a call had in its request. */
function restoreRequestTitle(input: DeferralRowInput<'answer-retracted' | 'answer-refused'>): void {
  const call = lastApprovalRequest(input.log, input.event);
  if (call !== undefined) renameEditedCall(input, call.title);
}

interface DeferralRowInput<TYPE extends DeferralEvent['type']> extends CallRowInput {
  readonly event: RunEventOf<TYPE> & { readonly toolCallId: string };
}

type Note = Readonly<{ words: string; detail?: string; by?: string; kind: 'note' | 'warn' }>;

function addNote(
  log: FeedLog,
  event: RunEventOf<'answer-retracted' | 'answer-refused' | 'extended' | 'late-answer'>,
  note: Note,
): void {
  const title = log.titleOf(event, event.toolCallId);
  log.addRow(log.key(event, `note ${event.seq}`), event, { ...note, title, topic: 'people' });
}

type AskEvent = RunEventOf<'approval-requested' | 'external-requested'>;

function addRequest(log: FeedLog, event: AskEvent, words: FeedWords): void {
  const { toolCallId, title } = event.call;
  const about = { ...event, toolCallId };
  const key = callRowKey(log, event, toolCallId);
  log.nameCall(event, toolCallId, title);
  const { otherTopics = [] } = log.findRow(key) ?? {};
  const change = {
    ...rowState({ log, event: about, words }, 'waiting', { hasBegun: event.call.interrupted !== undefined }),
    detail: '',
    otherTopics: [...new Set([...otherTopics, 'people' as const])],
    spent: 'wait' as const,
  };
  log.upsertRow(key, event, { topic: 'tools', ...change });
  log.startTimer(key, event.at);
}

type PolicyDecision = RunEventOf<'policy-decision'>;

/**
 * Adds the decision of a policy or a grant as a note to the row of its call. A decision to hide a tool from the model
 * has no call, so it has a row of its own.
 */
export function applyPolicyDecision(log: FeedLog, event: PolicyDecision, words: FeedWords): void {
  const { feed } = words;
  const { toolName, toolCallId, effect, reason, by, title } = event;
  if (toolCallId === undefined) {
    const change = { kind: 'no', topic: 'policy', isProblem: false, detail: reason, by: feed.by(by) } as const;
    log.addRow(log.key(event, `policy ${event.seq}`), event, { ...change, words: feed.kept(toolName) });
    return;
  }
  const about = { ...event, toolCallId };
  const key = callRowKey(log, event, toolCallId);
  if (title !== undefined) log.nameCall(event, toolCallId, title);
  if (!log.addEvent(key, event)) {
    if (title === undefined) log.nameCall(event, toolCallId, toTitle(toolName));
    log.addRow(key, event, { topic: 'tools', ...rowState({ log, event: about, words }, 'called') });
  }
  addCallNote(log, about, { note: feed.policy[effect](feed.by(by), reason), topic: 'policy' });
}
