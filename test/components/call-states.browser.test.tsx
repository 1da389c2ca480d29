import { cleanup, render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import type { ItemAnswer, PendingItem } from '../../src/approval/broker/pending.js';
import type { DecisionEntry, DecisionVerdict } from '../../src/approval/record/decision-entry.js';
import { callGlyphs } from '../../src/components/card/describe-item.js';
import { Approval, ApprovalCard, Batch, ClientToolOutlet, DecisionLog, Thread } from '../../src/components/index.js';
import { StringsProvider } from '../../src/components/strings-provider.js';
import type { ApprovalState, stateOfRecord } from '../../src/conversation/approval-state.js';
import { callTones } from '../../src/conversation/call-look.js';
import { type ToolPart, withRecord } from '../../src/conversation/messages/call-record.js';
import { feedFormat } from '../../src/feed/feed-format.js';
import type { CallEnd, CallPhase } from '../../src/protocol/call-end.js';
import type { DecidedBy } from '../../src/protocol/decided-by.js';
import { toolApproved, toolDenied, toolReturn } from '../../src/protocol/make-answer.js';
import type { RunEventBody } from '../../src/protocol/run-event.js';
import { disarmApprovals } from '../../src/testing/index.js';
import { arabicStrings } from '../../src/words/arabic/index.js';
import { type CountersignStrings, defaultStrings } from '../../src/words/strings.js';
import { feedRows } from '../feed/feed-rows.js';
import { approval, batch, external, fakeRun } from './support.js';

afterEach(cleanup);

const ends: Readonly<Record<CallEnd['status'], CallEnd>> = {
  returned: { status: 'returned', value: 'ok' },
  failed: { status: 'failed', message: 'why' },
  retry: { status: 'retry', message: 'why' },
  denied: { status: 'denied', message: 'why' },
  blocked: { status: 'blocked', message: 'why' },
  expired: { status: 'expired' },
  cancelled: { status: 'cancelled' },
  skipped: { status: 'skipped' },
  interrupted: { status: 'interrupted' },
  unknown: { status: 'unknown' },
};
const open: readonly CallPhase[] = ['writing', 'called', 'waiting', 'checking', 'approved', 'parked', 'running'];
const phases: readonly RecordState[] = [...open, 'sent', ...Object.values(ends).map(({ status }) => status)];

const person: DecidedBy = { type: 'person' };
const answers: readonly (readonly [ApprovalState, ItemAnswer, DecidedBy])[] = [
  ['approved', toolApproved(), person],
  ['approved-with-edits', toolApproved({ overrideArgs: { path: 'b' } }), person],
  ['denied', toolDenied('why'), person],
  ['blocked', toolDenied('why'), { type: 'rule', policy: 'p' }],
  ['expired', { kind: 'tool-expired' }, { type: 'expiry' }],
  ['parked', 'defer', person],
  ['returned', toolReturn('x'), person],
  ['failed', { kind: 'tool-failed', message: 'why' }, person],
  ['retry', { kind: 'model-retry', message: 'why' }, person],
];

type RecordState = ReturnType<typeof stateOfRecord>;

interface Shown {
  readonly words: string;
  readonly tone: string | undefined;
  readonly glyph: string | undefined;
}

/** Returns the text that a part of the page shows for a call. */
function shownBy(strings: CountersignStrings, element: ReactElement, [part, words]: readonly [string, string]): Shown {
  const { container } = render(<StringsProvider strings={strings}>{element}</StringsProvider>);
  const found = container.querySelector<HTMLElement>(part);
  const glyph = found?.querySelector<SVGElement>('[data-glyph]')?.dataset.glyph;
  return { words: found?.querySelector(words)?.textContent ?? '', tone: found?.dataset.tone, glyph };
}

function partOf(state: RecordState): ToolPart {
  const base = { type: 'dynamic-tool', toolName: 'write_file', toolCallId: 'a', input: {} } as const;
  return {
    ...base,
    state: 'input-available',
    ...withRecord(state === 'sent' ? { phase: 'running', sent: true } : { phase: state }),
  };
}

const decisionParts = ['[data-cs="decision"]', '[data-cs="decision-verdict"]'] as const;

/** Returns the entry of a decision in the decision log. */
function entryOf(state: ApprovalState, by: DecidedBy): DecisionEntry {
  const isEdited = state === 'approved-with-edits';
  return {
    v: 1,
    kind: 'approval',
    runId: 'r',
    agentPath: ['lead'],
    toolName: 'write_file',
    toolCallId: 'a',
    redactions: [],
    overruled: [],
    late: [],
    decision: { verdict: isEdited ? 'approved' : (state as DecisionVerdict), by, at: 0 }, // otherwise the strings are the same
    ...(isEdited ? { edit: { input: {}, redactions: [], changed: [] } } : {}),
  };
}

function rowOf(strings: CountersignStrings, ...bodies: readonly RunEventBody[]): Pick<Shown, 'words' | 'tone'> {
  const events = bodies.map((body, seq) => ({ v: 1, seq, at: seq, runId: 'r', agentPath: ['lead'], ...body }) as const);
  const row = feedRows(events, { feed: strings.feed, calls: strings.card, format: feedFormat('en') }).at(-1);
  return { words: row?.words ?? '', tone: row?.kind };
}

describe.each([
  ['English', defaultStrings],
  ['Arabic', arabicStrings],
])('in %s, a word, a tone and a shape', (_, strings) => {
  it.each(phases)('of %s are the same on the line of a call and in its record', (phase) => {
    const run = fakeRun({ messages: [{ id: 'm', role: 'assistant', parts: [partOf(phase)] }] });

    const line = shownBy(strings, <Thread run={run} />, ['[data-cs="call"]', '[data-cs="call-phase"]']);
    const recorded = (
      <Approval.Root part={partOf(phase)}>
        <Approval.Record />
      </Approval.Root>
    );
    const record = shownBy(strings, recorded, ['[data-cs="approval-card"]', '[data-cs="card-status"]']);

    expect(line).toEqual({
      words: strings.card.states[phase],
      tone: callTones[phase],
      glyph: callGlyphs[phase] ?? 'question',
    });
    expect(record).toEqual(line);
  });

  it.each(Object.values(ends))('of an end, $status, are those of the events', (end) => {
    const { words, tone } = rowOf(strings, { type: 'tool-end', toolCallId: 'a', toolName: 'write_file', end });

    const state = strings.card.states[end.status];
    const said = 'message' in end ? strings.card.because(state, end.message) : state;
    expect(words).toBe(strings.feed.call('Write file', said));
    expect(tone).toBe(callTones[end.status]);
  });

  it.each(answers)(
    'of an answer, %s, are the same on its card, in the plan, in an outlet and in the events',
    (state, answer, by) => {
      onTestFinished(disarmApprovals());
      const glyph = callGlyphs[state] ?? 'question';
      const tone = callTones[state];
      const decided = { status: 'decided', answer, by, at: 0 } as const;
      const item: PendingItem = { ...approval('a'), state: decided };
      const other: PendingItem = { ...external('b'), state: decided };
      const pending = batch([item, other]);
      const run = fakeRun({ pending: [pending] });
      // A row shows the title of the approved call.
      const title = state === 'approved-with-edits' ? 'Write file: b' : item.call.title;
      const word = strings.card.states[state];
      const words = answer !== 'defer' && 'message' in answer ? strings.card.because(word, 'why') : word;
      const is = { words: expect.stringContaining(words) as string, tone, glyph };

      const card = <ApprovalCard run={run} item={item} batch={pending} />;
      const plan = (
        <Batch.Root run={run} batch={pending}>
          <Batch.Plan />
        </Batch.Root>
      );
      const outlet = <ClientToolOutlet run={run} item={other} />;

      expect(shownBy(strings, card, ['[data-cs="approval-card"]', '[data-cs="card-status"]'])).toEqual(is);
      expect(shownBy(strings, plan, ['[data-cs="plan-jump"]', '[data-cs="plan-standing"]'])).toEqual(is);
      expect(shownBy(strings, outlet, ['[data-cs="client-tool-outlet"]', '[data-cs="card-decided"]'])).toEqual(is);
      const log = shownBy(strings, <DecisionLog source={[entryOf(state, by)]} />, decisionParts);
      expect(log).toEqual({ ...is, words: expect.stringMatching(RegExp(`^${word} —`)) as string });
      expect(
        rowOf(
          strings,
          { type: 'approval-requested', batchId: 'b', call: item.call },
          { type: 'answer', batchId: 'b', toolCallId: 'a', answer, by },
        ),
      ).toEqual({ words: strings.feed.call(title, words), tone });
    },
  );
});
