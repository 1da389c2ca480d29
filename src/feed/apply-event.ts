import { isNested, textKeyOf } from '../protocol/base/event-keys.js';
import type { RunEvent, RunEventOf } from '../protocol/run-event.js';
import type { FeedLineStrings } from '../words/english/feed.js';
import { applyCallEvent } from './call-rows.js';
import { applyDeferralEvent, applyPolicyDecision } from './deferral-rows.js';
import type { FeedWords } from './feed-format.js';
import type { FeedLog } from './feed-log.js';
import type { FeedKind, NewFeedRow } from './feed-row.js';

/** Applies an event to the rows. */
export function applyEvent(log: FeedLog, event: RunEvent, words: FeedWords): void {
  log.totals.addEvent(event);
  log.groups.storeCallPath(event);
  log.calls.applyEvent(event);
  if (isShownElsewhere(event)) return;
  switch (event.type) {
    case 'run-start':
      beginRun(log, event, words.feed);
      break;
    case 'step-start':
    case 'usage':
    case 'step-end':
      applyStepEvent(log, event, words);
      break;
    case 'text-start':
    case 'text-delta':
    case 'text-end':
    case 'reasoning-start':
    case 'reasoning-delta':
    case 'reasoning-end':
      applyTextEvent(log, event, event.type.startsWith('text') ? words.feed.text : words.feed.reasoning);
      break;
    case 'tool-input-start':
    case 'tool-input-delta':
    case 'tool-input-end':
    case 'tool-call':
    case 'tool-start':
    case 'tool-progress':
    case 'tool-end':
      applyCallEvent(log, event, words);
      break;
    case 'policy-decision':
      applyPolicyDecision(log, event, words);
      break;
    case 'deferred-request':
    case 'approval-requested':
    case 'external-requested':
    case 'deadline':
    case 'answer':
    case 'answer-retracted':
    case 'answer-refused':
    case 'extended':
    case 'late-answer':
    case 'deferred-response':
      applyDeferralEvent(log, event, words);
      break;
    case 'warning':
    case 'model-retry':
    case 'data':
      applyNote(log, event, words.feed);
      break;
    case 'run-end':
      endRun(log, event, words.feed);
      break;
    default:
      event satisfies never;
  }
}

type Elsewhere = RunEventOf<
  'source' | 'file' | 'reasoning-file' | 'custom' | 'message-metadata' | 'tool-approval-request' | 'approval-responded'
>;

const elsewhere: Readonly<Record<Elsewhere['type'], true>> = {
  source: true,
  file: true,
  'reasoning-file': true,
  custom: true,
  'message-metadata': true,
  'tool-approval-request': true,
  'approval-responded': true,
};

/**
 * Returns `true` for events without a row: the message shows their content, or the rows of the call and the batch show
 * the request and the approval.
 */
function isShownElsewhere(event: RunEvent): event is Elsewhere {
  return Object.hasOwn(elsewhere, event.type);
}

function beginRun(log: FeedLog, event: RunEventOf<'run-start'>, feed: FeedLineStrings): void {
  log.addRow(log.runKey(event, 'run'), event, { kind: 'live', words: feed.run });
  log.groups.beginRun(event);
}

/** Adds a row for a warning, a retry or data of the app. */
function applyNote(log: FeedLog, event: RunEventOf<'warning' | 'model-retry' | 'data'>, feed: FeedLineStrings): void {
  log.addRow(log.key(event, `note ${event.seq}`), event, noteOf(event, feed));
}

function noteOf(event: RunEventOf<'warning' | 'model-retry' | 'data'>, feed: FeedLineStrings): NewFeedRow {
  switch (event.type) {
    case 'data':
      return { kind: 'note', words: `data-${event.name}` };
    case 'warning':
      return { kind: 'warn', topic: 'problems', words: event.message, detail: event.code };
    case 'model-retry': {
      const { attempt, error, delay: duration } = event;
      return { kind: 'warn', topic: 'model', words: feed.retry(attempt), detail: error.message, duration };
    }
    default:
      return event satisfies never;
  }
}

type TextEvent = RunEventOf<
  'text-start' | 'text-delta' | 'text-end' | 'reasoning-start' | 'reasoning-delta' | 'reasoning-end'
>;

function applyTextEvent(log: FeedLog, event: TextEvent, words: string): void {
  const key = log.stepKey(event, textKeyOf(event) ?? '');
  if ('delta' in event) log.appendText(key, event, event.delta);
  else if (event.type.endsWith('start')) log.addRow(key, event, { kind: 'live', topic: 'model', words });
  else log.endRow(key, event, { kind: 'note' });
}

type StepEvent = RunEventOf<'step-start' | 'usage' | 'step-end'>;

function applyStepEvent(log: FeedLog, event: StepEvent, { feed, format }: FeedWords): void {
  if (event.type === 'step-start') {
    log.groups.beginStep(event, event.step);
    log.addRow(log.stepKey(event, 'step'), event, { kind: 'step', words: feed.step(event.step) });
    log.addRow(log.stepKey(event, 'model'), event, { kind: 'live', topic: 'model', words: feed.model });
  } else if (event.type === 'usage') {
    const { inputTokens, outputTokens } = event.usage;
    const [input, output] = log.newTokens(event, inputTokens, outputTokens).map(format.number);
    // The run of a server may report no tokens.
    const detail = inputTokens + outputTokens > 0 ? { detail: feed.tokens(input ?? '', output ?? '') } : {};
    log.endRow(log.stepKey(event, 'model'), event, { kind: 'note', ...detail });
  } else {
    log.endRow(log.stepKey(event, 'step'), event, {});
  }
}

const outcomeKinds: Readonly<Record<RunEventOf<'run-end'>['outcome'], FeedKind>> = {
  completed: 'ok',
  deferred: 'wait',
  aborted: 'note',
  failed: 'no',
};

/** Adds a row for the end of a run and ends its open rows. Deferred calls stay pending. */
function endRun(log: FeedLog, event: RunEventOf<'run-end'>, feed: FeedLineStrings): void {
  const { outcome, error, reason } = event;
  const run = log.runKey(event, 'run');
  const duration = log.elapsed(run, event);
  const detail = error?.message ?? reason;
  log.closeOpenRows(event, outcome === 'deferred' ? ['live'] : ['live', 'wait']);
  log.patchRow(run, event, { duration });
  if (!isNested(event)) log.lastRunEnd = { id: `${event.runId} ${event.seq}`, words: feed.runEnd[outcome] };
  log.addRow(log.runKey(event, 'run-end'), event, {
    kind: outcomeKinds[outcome],
    words: feed.runEnd[outcome],
    duration,
    ...(detail === undefined ? {} : { detail }),
  });
}
