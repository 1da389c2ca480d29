import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ReactElement, useEffect } from 'react';
import { vi } from 'vitest';
import type { PendingBatch, PendingItem } from '../../src/approval/broker/pending.js';
import { Approval, AsideProvider, Batch, type Preview, Queue } from '../../src/components/index.js';
import type { ConversationState } from '../../src/conversation/state/conversation-state.js';
import { disarmApprovals } from '../../src/testing/index.js';
import type { PartCase, PartTable } from './part-conformance.js';
import { approval, batch, call, type FakeRun, fakeRun, settleOnDecide } from './support.js';

type Inside = (part: ReactElement) => ReactElement;

const press = (element: HTMLElement): Promise<void> => userEvent.click(element);
const noElement = { element: 'none' } as const;

/** Disables arming for the buttons inside. */
function Disarmed({ children }: { readonly children: ReactElement }): ReactElement {
  useEffect(() => disarmApprovals(), []);
  return children;
}

// Cards

const details = {
  risk: 'high',
  summary: 'To everybody.',
  capabilities: ['mail.send'],
  input: { path: '/etc/p\u0430sswd' },
} as const;

interface Card {
  readonly item?: Partial<PendingItem>;
  readonly batch?: Partial<PendingBatch>;
  readonly state?: Partial<ConversationState>;
  readonly commit?: 'each' | 'review';
}

function card(given: Card = {}): { readonly run: FakeRun; readonly item: PendingItem; readonly all: PendingBatch } {
  const item = { ...approval('a', details), ...given.item };
  const all = batch([item], given.batch);
  const run = fakeRun({ pending: [all], ...given.state });
  return { run, item, all };
}

function inCard(given: Card = {}, its = card(given)): Inside {
  const { run, item, all } = its;
  const root = (part: ReactElement) => (
    <Approval.Root run={run} item={item} batch={all}>
      {part}
    </Approval.Root>
  );
  return (part) => (
    <Disarmed>
      {given.commit === undefined ? (
        root(part)
      ) : (
        <Batch.Root run={run} batch={all} commit={given.commit}>
          {root(part)}
        </Batch.Root>
      )}
    </Disarmed>
  );
}

/** The case of a button that answers. */
function answerButton(): PartCase {
  const its = card();
  return {
    within: inCard({}, its),
    acts: { on: 'onClick', act: press, seen: () => its.run.decide.mock.calls.length },
  };
}

function opensBeside(): PartCase {
  const inside = inCard({ item: { preview: { status: 'ready', preview: { type: 'text', text: 'New' } } } });
  return {
    within: (part) => <AsideProvider>{inside(part)}</AsideProvider>,
    acts: { on: 'onClick', act: press, seen: (container) => container.querySelector('[aria-expanded]')?.outerHTML },
  };
}

/** The case of a button that opens a form for an answer. */
function openFormButton(): PartCase {
  const its = card();
  return {
    within: inCard({}, its),
    acts: { on: 'onClick', act: press, seen: () => Object.keys(its.run.drafts).length },
  };
}

function refusedCase(): PartCase {
  const its = card();
  its.run.decide.mockImplementation(async () => ({ status: 'late', reason: 'cancelled' }));
  const within = inCard({}, its);
  return {
    within: (part) =>
      within(
        <>
          <Approval.Deny reason="none" />
          {part}
        </>,
      ),
    prepare: () => press(screen.getByRole('button')),
  };
}

/** The case of a selected answer in a review, which can be changed. */
function selectedAnswer(): PartCase {
  const within = inCard({ commit: 'review' });
  return {
    within: (part) =>
      within(
        <>
          <Approval.Approve />
          {part}
        </>,
      ),
    prepare: () => press(screen.getByRole('button', { name: /Approve/ })),
    acts: {
      on: 'onClick',
      act: press,
      seen: (container) => container.querySelector<HTMLElement>('[data-cs="approval-card"]')?.dataset.state,
    },
  };
}

function expandButton(): PartCase {
  return {
    within: inCard({ item: { call: call('a', { title: 'Write a', input: { path: 'a' } }) } }),
    acts: {
      on: 'onClick',
      act: press,
      seen: (container) => container.querySelector('[data-action="show-input"]')?.ariaExpanded,
    },
  };
}

function extendButton(): PartCase {
  const its = card({ item: { expiresAt: 1 } });
  return {
    within: inCard({}, its),
    acts: { on: 'onClick', act: press, seen: () => vi.mocked(its.run.extend).mock.calls.length },
  };
}

const running = {
  type: 'dynamic-tool',
  toolName: 'write_file',
  toolCallId: 'a',
  state: 'input-available',
  input: {},
  toolMetadata: { countersign: { phase: 'running', title: 'Write a' } },
} as const;

export const approvalParts: PartTable<typeof Approval> = {
  Root: () => {
    const { run, item, all } = card();
    return { props: { run, item, batch: all } };
  },
  When: () => ({ ...noElement, props: { is: 'open' } }),
  Mark: () => ({ within: inCard() }),
  Title: () => ({ within: inCard() }),
  Risk: () => ({ within: inCard() }),
  Reason: () => ({ within: inCard() }),
  People: () => ({
    within: inCard({
      item: { call: call('a', { needs: [{ approvals: 2 }], approvedBy: [{ id: 'ada', name: 'Ada' }] }) },
    }),
  }),
  Origin: () => ({ within: inCard({ item: approval('a', { ...details, origin: { kind: 'mcp', server: 'Files' } }) }) }),
  Agent: () => ({ within: inCard({ batch: { agentPath: ['lead', 'cleaner'] } }) }),
  Description: () => ({ within: inCard() }),
  Facts: () => ({ within: inCard() }),
  Deceptive: () => ({ within: inCard() }),
  Input: () => ({ within: inCard() }),
  ShowInput: expandButton,
  Preview: () => ({
    within: inCard({ item: { preview: { status: 'ready', preview: { type: 'text', text: 'New' } } } }),
  }),
  OpenBeside: opensBeside,
  Countdown: () => ({ within: inCard({ item: { expiresAt: 1 } }) }),
  Extend: extendButton,
  Actions: () => ({ within: inCard() }),
  Approve: answerButton,
  Deny: openFormButton,
  Edit: openFormButton,
  Defer: answerButton,
  Change: selectedAnswer,
  Remember: () => ({ within: inCard() }),
  ReasonForm: () => ({ within: inCard({ state: { drafts: { 'batch-1:a': { mode: 'deny', reason: '' } } } }) }),
  EditForm: () => ({ within: inCard({ state: { drafts: { 'batch-1:a': { mode: 'edit', text: '{}' } } } }) }),
  Problem: refusedCase,
  Status: () => ({ within: inCard() }),
  Progress: () => ({ within: (part) => <Approval.Root part={running}>{part}</Approval.Root> }),
  Record: () => ({ within: inCard() }),
};

// Batches

interface Many {
  readonly rest?: Partial<PendingBatch>;
  readonly commit?: 'each' | 'review';
  readonly risks?: readonly ('low' | 'high' | 'destructive')[];
}

function many({ rest, risks = ['low', 'high', 'destructive'] }: Many = {}) {
  const all = batch(
    risks.map((risk, index) => approval(`call-${index}`, { risk })),
    rest,
  );
  const run = fakeRun({ pending: [all] });
  settleOnDecide(run);
  return { run, all };
}

function inBatch(given: Many = {}, its = many(given)): Inside {
  return (part) => (
    <Disarmed>
      <Batch.Root run={its.run} batch={its.all} commit={given.commit}>
        {part}
      </Batch.Root>
    </Disarmed>
  );
}

function bulk(given: Many = {}): PartCase {
  const its = many(given);
  return {
    within: inBatch(given, its),
    acts: { on: 'onClick', act: press, seen: () => its.run.decide.mock.calls.length },
  };
}

/** The case of a button that is active after all calls of a review have an answer. */
function completedReview(): PartCase {
  const given = { commit: 'review', risks: ['low', 'low'] } as const;
  const its = many(given);
  const within = inBatch(given, its);
  return {
    within: (part) =>
      within(
        <>
          <Batch.ApproveAll />
          {part}
        </>,
      ),
    prepare: () => press(screen.getByRole('button', { name: 'Approve all' })),
    acts: { on: 'onClick', act: press, seen: () => its.run.decide.mock.calls.length },
  };
}

function unsentAnswers(): PartCase {
  const run = fakeRun();
  const state: PendingItem['state'] = { status: 'decided', answer: 'defer', by: { type: 'person' }, at: 0 };
  const all = batch([{ ...approval('a'), state }], { sendsAt: Date.now() + 60_000 });
  return {
    within: (part) => (
      <Disarmed>
        <Batch.Root run={run} batch={all}>
          {part}
        </Batch.Root>
      </Disarmed>
    ),
    acts: { on: 'onClick', act: press, seen: () => run.retract.mock.calls.length },
  };
}

function confirmButton(): PartCase {
  const within = inBatch();
  return {
    within: (part) =>
      within(
        <>
          <Batch.DenyAll />
          {part}
        </>,
      ),
    prepare: () => press(screen.getByRole('button')),
  };
}

function refusedRequestCase(): PartCase {
  const its = many();
  its.run.decide.mockImplementation(async () => ({ status: 'late', reason: 'cancelled' }));
  const within = inBatch({}, its);
  return {
    within: (part) =>
      within(
        <>
          <Batch.DeferAll />
          {part}
        </>,
      ),
    prepare: () => press(screen.getByRole('button')),
  };
}

function extendsBatch(): PartCase {
  const its = many({ rest: { expiresAt: 1 } });
  return {
    within: inBatch({}, its),
    acts: { on: 'onClick', act: press, seen: () => vi.mocked(its.run.extend).mock.calls.length },
  };
}

function helps(): PartCase {
  const within = inBatch();
  return {
    within: (part) =>
      within(
        <>
          {part}
          <Batch.Keys />
        </>,
      ),
    acts: { on: 'onClick', act: press, seen: (container) => container.querySelector('dialog')?.open },
  };
}

/** A press next to the dialog's content hits the dialog element. */
function keys(): PartCase {
  const within = inBatch();
  return {
    within: (part) =>
      within(
        <>
          <Batch.Help />
          {part}
        </>,
      ),
    prepare: (container) => press(container.querySelector<HTMLElement>('[data-action="help"]') as HTMLElement),
    acts: {
      on: 'onClick',
      act: (element) => element.click(),
      seen: (container) => container.querySelector('dialog')?.open,
    },
  };
}

export const batchParts: PartTable<typeof Batch> = {
  Root: () => {
    const { run, all } = many();
    return { props: { run, batch: all } };
  },
  Header: () => ({ within: inBatch() }),
  Title: () => ({ within: inBatch() }),
  Owner: () => ({ within: inBatch({ rest: { agentPath: ['lead', 'cleaner'] } }) }),
  Round: () => ({ within: inBatch({ rest: { round: 2 } }) }),
  Progress: () => ({ within: inBatch() }),
  Countdown: () => ({ within: inBatch({ rest: { expiresAt: 1 } }) }),
  Extend: extendsBatch,
  Help: helps,
  Keys: keys,
  Plan: () => ({ within: inBatch() }),
  Items: () => ({ within: inBatch() }),
  Footer: () => ({ within: inBatch() }),
  Summary: () => ({ within: inBatch({ commit: 'review' }) }),
  Submit: completedReview,
  Undo: unsentAnswers,
  Bulk: () => ({ within: inBatch() }),
  ApproveAll: () => bulk(),
  ApproveLowRisk: () => bulk(),
  DenyAll: () => ({
    within: inBatch(),
    acts: { on: 'onClick', act: press, seen: (container) => container.querySelectorAll('button').length },
  }),
  DenyReason: confirmButton,
  DeferAll: () => bulk(),
  Left: () => ({ within: inBatch() }),
  Problem: refusedRequestCase,
  Note: () => ({ within: inBatch() }),
};

export const queueParts: PartTable<typeof Queue> = {
  Root: () => ({ props: { run: fakeRun() } }),
  Batches: () => ({ ...noElement, props: { children: () => null } }),
  Parked: () => ({ within: inParkedQueue }),
};

const leftOpen = { approvals: [approval('a').call], calls: [], metadata: {} };

function inParkedQueue(part: ReactElement): ReactElement {
  return <Queue.Root run={fakeRun({ status: 'deferred', parked: leftOpen })}>{part}</Queue.Root>;
}

// Previews

const diff = { type: 'diff', before: 'a', after: 'b' } as const;

export const previewParts: PartTable<typeof Preview> = {
  Root: () => ({ props: { state: { status: 'ready', preview: { type: 'text', text: 'New' } } } }),
  Content: () => ({ ...noElement, alone: 'stands', props: { preview: diff } }),
  Diff: () => ({ ...noElement, alone: 'stands', props: { preview: diff } }),
  Table: () => ({ ...noElement, alone: 'stands' }),
  Image: () => ({ ...noElement, alone: 'stands' }),
};
