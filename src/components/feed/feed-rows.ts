import type { RunEvent, RunEventOf } from '../../protocol/run-event.js';
import type { FeedStrings } from '../strings.js';
import { applyCallEvent } from './call-rows.js';
import { applyDeferralEvent } from './deferral-rows.js';
import { FeedLog } from './feed-log.js';
import type { FeedKind, FeedRow, FeedWords } from './feed-row.js';

/** Turns events into lines: one for each text, call, question and step, however many events they took. */
export function feedRows(events: readonly RunEvent[], words: FeedWords): readonly FeedRow[] {
  const log = new FeedLog();
  for (const event of events) apply(log, event, words);
  return log.rows;
}

function apply(log: FeedLog, event: RunEvent, words: FeedWords): void {
  const { feed } = words;
  switch (event.type) {
    case 'run-start':
      log.add(log.key(event, 'run'), event, { kind: 'live', words: feed.run });
      break;
    case 'step-start':
      log.beginStep(event, event.step);
      log.add(log.stepKey(event, 'step'), event, { kind: 'step', words: feed.step(event.step) });
      log.add(log.stepKey(event, 'model'), event, { kind: 'live', words: feed.model });
      break;
    case 'text-start':
    case 'reasoning-start': {
      const name = event.type === 'text-start' ? feed.text : feed.reasoning;
      log.add(textKey(log, event), event, { kind: 'live', words: name });
      break;
    }
    case 'text-delta':
    case 'reasoning-delta':
      log.append(textKey(log, event), event, event.delta);
      break;
    case 'text-end':
    case 'reasoning-end':
      log.end(textKey(log, event), event, { kind: 'note' });
      break;
    case 'tool-input-start':
    case 'tool-input-delta':
    case 'tool-input-end':
    case 'tool-call':
    case 'tool-start':
    case 'tool-progress':
    case 'tool-end':
      applyCallEvent(log, event, feed);
      break;
    case 'deferred-request':
    case 'approval-requested':
    case 'external-requested':
    case 'answer':
    case 'late-answer':
    case 'deferred-response':
      applyDeferralEvent(log, event, words);
      break;
    case 'usage': {
      const tokens = log.newTokens(event, event.usage.inputTokens, event.usage.outputTokens);
      log.end(log.stepKey(event, 'model'), event, { kind: 'note', detail: feed.tokens(...tokens) });
      break;
    }
    case 'step-end':
      if (log.row(log.stepKey(event, 'model'))?.kind === 'live') {
        log.end(log.stepKey(event, 'model'), event, { kind: 'note' });
      }
      log.end(log.stepKey(event, 'step'), event, {});
      break;
    case 'warning':
      log.add(log.key(event, `warning ${event.seq}`), event, {
        kind: 'warn',
        words: event.message,
        detail: event.code,
      });
      break;
    case 'run-end':
      endRun(log, event, feed);
      break;
    default:
      event satisfies never;
  }
}

function textKey(log: FeedLog, event: RunEvent & { readonly type: string; readonly id: string }): string {
  return log.stepKey(event, `${event.type.startsWith('text') ? 'text' : 'reasoning'} ${event.id}`);
}

const outcomeKinds: Readonly<Record<RunEventOf<'run-end'>['outcome'], FeedKind>> = {
  completed: 'ok',
  deferred: 'wait',
  aborted: 'note',
  failed: 'no',
};

/** The run's end is a line of its own; what was still going on goes on no more, but what is deferred still waits. */
function endRun(log: FeedLog, event: RunEventOf<'run-end'>, feed: FeedStrings): void {
  const { outcome, error, reason } = event;
  const begun = log.row(log.key(event, 'run'))?.at ?? event.at;
  const key = log.key(event, 'run-end');
  const detail = error?.message ?? reason;
  log.settle(event.runId, outcome === 'deferred' ? ['live'] : ['live', 'wait']);
  log.add(key, event, {
    kind: outcomeKinds[outcome],
    words: feed.runEnd[outcome],
    duration: event.at - begun,
    ...(detail === undefined ? {} : { detail }),
  });
}
