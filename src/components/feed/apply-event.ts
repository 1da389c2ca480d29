import type { RunEvent, RunEventOf } from '../../protocol/run-event.js';
import type { FeedStrings } from '../strings.js';
import { applyCallEvent } from './call-rows.js';
import { applyDeferralEvent } from './deferral-rows.js';
import type { FeedLog } from './feed-log.js';
import type { FeedKind, FeedWords } from './feed-row.js';

/** Tells an event in the lines. */
export function applyEvent(log: FeedLog, event: RunEvent, words: FeedWords): void {
  const { feed } = words;
  switch (event.type) {
    case 'run-start':
      log.add(log.key(event, 'run'), event, { kind: 'live', words: feed.run });
      break;
    case 'step-start':
    case 'usage':
    case 'step-end':
      applyStepEvent(log, event, feed);
      break;
    case 'text-start':
    case 'text-delta':
    case 'text-end':
      applyTextEvent(log, event, feed.text);
      break;
    case 'reasoning-start':
    case 'reasoning-delta':
    case 'reasoning-end':
      applyTextEvent(log, event, feed.reasoning);
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
    case 'warning':
    case 'model-retry': {
      const { code, message } = event.type === 'warning' ? event : event.error;
      log.add(log.key(event, `warning ${event.seq}`), event, { kind: 'warn', words: message, detail: code });
      break;
    }
    case 'policy-decision':
      applyPolicyEvent(log, event, feed);
      break;
    case 'extended':
    case 'source':
    case 'file':
    case 'reasoning-file':
      break; // the message shows them
    case 'run-end':
      endRun(log, event, feed);
      break;
    default:
      event satisfies never;
  }
}

type TextEvent = RunEventOf<
  'text-start' | 'text-delta' | 'text-end' | 'reasoning-start' | 'reasoning-delta' | 'reasoning-end'
>;

function applyTextEvent(log: FeedLog, event: TextEvent, words: string): void {
  const key = log.stepKey(event, `${words} ${event.id}`);
  if ('delta' in event) log.append(key, event, event.delta);
  else if (event.type.endsWith('start')) log.add(key, event, { kind: 'live', words });
  else log.end(key, event, { kind: 'note' });
}

function applyStepEvent(log: FeedLog, event: RunEventOf<'step-start' | 'usage' | 'step-end'>, feed: FeedStrings): void {
  if (event.type === 'step-start') {
    log.beginStep(event, event.step);
    log.add(log.stepKey(event, 'step'), event, { kind: 'step', words: feed.step(event.step) });
    log.add(log.stepKey(event, 'model'), event, { kind: 'live', words: feed.model });
  } else if (event.type === 'usage') {
    const tokens = log.newTokens(event, event.usage.inputTokens, event.usage.outputTokens);
    log.end(log.stepKey(event, 'model'), event, { kind: 'note', detail: feed.tokens(...tokens) });
  } else {
    log.end(log.stepKey(event, 'step'), event, {});
  }
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
  log.settle(event, outcome === 'deferred' ? ['live'] : ['live', 'wait']);
  log.add(key, event, {
    kind: outcomeKinds[outcome],
    words: feed.runEnd[outcome],
    duration: event.at - begun,
    ...(detail === undefined ? {} : { detail }),
  });
}

/** What a policy or a remembered decision says of a call, and why. */
function applyPolicyEvent(log: FeedLog, event: RunEventOf<'policy-decision'>, { policy }: FeedStrings): void {
  const { effect, toolName, why, seq } = event;
  const kind = effect === 'allow' ? 'ok' : effect === 'ask' ? 'note' : 'no';
  log.add(log.key(event, `policy ${seq}`), event, { kind, words: policy[effect](toolName), detail: why });
}
