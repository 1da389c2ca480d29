import type { RunEventOf } from '../../protocol/run-event.js';
import { describeAnswer } from '../approval/describe-item.js';
import type { FeedStrings } from '../strings.js';
import { askKey } from './call-rows.js';
import type { FeedLog } from './feed-log.js';
import type { FeedWords } from './feed-row.js';

type DeferralEvent = RunEventOf<
  'deferred-request' | 'approval-requested' | 'external-requested' | 'answer' | 'late-answer' | 'deferred-response'
>;

/** A batch is a line, and so is each question in it; both are hollow until they are answered. */
export function applyDeferralEvent(log: FeedLog, event: DeferralEvent, { feed, answers }: FeedWords): void {
  switch (event.type) {
    case 'deferred-request':
      log.add(log.key(event, `batch ${event.batchId}`), event, {
        kind: 'wait',
        words: feed.handed(event.requests.approvals.length + event.requests.calls.length),
      });
      break;
    case 'approval-requested':
    case 'external-requested':
      log.nameTool(event, event.call.toolCallId, event.call.toolName);
      stopCall(log, event, feed);
      log.add(askKey(log, event, event.call.toolCallId), event, {
        kind: 'wait',
        words: feed.waits(event.call.toolName),
        detail: event.call.title,
      });
      break;
    case 'answer': {
      const { tone, words } = describeAnswer(event.answer, answers);
      const line = { kind: tone, words: feed.answer(log.toolName(event, event.toolCallId), words) };
      log.end(askKey(log, event, event.toolCallId), event, line);
      break;
    }
    case 'late-answer':
      log.add(log.key(event, `late ${event.seq}`), event, {
        kind: 'no',
        words: feed.late,
        detail: `${log.toolName(event, event.toolCallId)}, ${feed.lateBy[event.by]}`,
      });
      break;
    case 'deferred-response': {
      const key = log.key(event, `batch ${event.batchId}`);
      const request = log.row(key)?.events.at(0);
      const count =
        request?.type === 'deferred-request' ? request.requests.approvals.length + request.requests.calls.length : 0;
      const words = event.results === null ? feed.declined(count) : feed.answered(count);
      log.end(key, event, { kind: 'note', words });
      break;
    }
    default:
      event satisfies never;
  }
}

/** A tool that ran and then asked goes on no more; it runs again, on a line of its own, after a yes. */
function stopCall(
  log: FeedLog,
  event: RunEventOf<'approval-requested' | 'external-requested'>,
  feed: FeedStrings,
): void {
  for (const name of ['call', 'run']) {
    const key = log.key(event, `${name} ${event.call.toolCallId}`);
    if (log.row(key)?.kind === 'live') log.end(key, event, { kind: 'note', words: feed.asks(event.call.toolName) });
  }
}
