import { render, screen } from '@testing-library/react';
import { type ReactElement, StrictMode } from 'react';
import type { PendingBatch, PendingItem } from '../../../src/approval/broker/pending.js';
import type { ApprovalQueueProps } from '../../../src/components/batch/approval-queue.js';
import { Batch, MessageComposer, Queue, useBatchCard } from '../../../src/components/index.js';
import { toolApproved, toolDenied } from '../../../src/protocol/make-answer.js';
import { type FakeRun, fakeRun } from '../support.js';

/** A card of the app that takes everything from the batch around it. */
export function OwnCard({ item }: { readonly item: PendingItem }): ReactElement {
  const batch = useBatchCard(item);
  if (batch === null) return <p>alone</p>;
  const { choice, problem, decide, retract } = batch;
  const state = item.state.status === 'waiting' ? (choice?.status ?? 'open') : item.state.status;
  const answer = (decision: Parameters<typeof decide>[0]) => () => void decide(decision);
  return (
    // biome-ignore lint/a11y/useSemanticElements: like the kit's own cards
    <section
      role="group"
      data-card={item.call.toolCallId}
      data-open={state === 'open' ? '' : undefined}
      aria-label={item.call.title}
    >
      <h4 data-cs="card-title" tabIndex={-1}>
        {item.call.title}
      </h4>
      <output>{problem === undefined ? state : problem.status}</output>
      <button type="button" onClick={answer(true)}>
        Yes
      </button>
      <button type="button" onClick={answer(toolApproved({ overrideArgs: { path: 'edited' } }))}>
        Yes, edited
      </button>
      <button type="button" onClick={answer(toolDenied('no'))}>
        No
      </button>
      <button type="button" onClick={retract}>
        Change
      </button>
    </section>
  );
}

/** Shows batches of these cards, with all parts around them, and a composer. */
export function showBatches(
  pending: readonly PendingBatch[],
  {
    commit = 'review',
    focusOnBatch,
    run = fakeRun({ pending }),
  }: Partial<ApprovalQueueProps> & { readonly run?: FakeRun } = {},
): FakeRun {
  render(
    <StrictMode>
      <button type="button">elsewhere</button>
      <Queue.Root run={run}>
        <Queue.Batches>
          {(batch) => (
            <Batch.Root run={run} batch={batch} commit={commit} focusOnBatch={focusOnBatch}>
              <Batch.Title />
              <Batch.Progress />
              <Batch.Items>{(item) => <OwnCard item={item} />}</Batch.Items>
              <Batch.Footer>
                <Batch.Problem />
                <Batch.Submit />
                <Batch.Summary />
                <Batch.ApproveAll />
                <Batch.DenyAll />
                <Batch.DenyReason />
              </Batch.Footer>
              <Batch.Keys />
            </Batch.Root>
          )}
        </Queue.Batches>
      </Queue.Root>
      <MessageComposer run={run} />
    </StrictMode>,
  );
  return run;
}

/** Returns a button by its name. */
export function button(name: string | RegExp): HTMLElement {
  return screen.getByRole('button', { name });
}
