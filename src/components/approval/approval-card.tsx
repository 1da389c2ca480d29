'use client';
import type { ReactElement } from 'react';
import { mayViewerApprove } from '../card/needs-person.js';
import * as RememberChoice from '../grants/remember-choice.parts.js';
import { type Part, part, type Without } from '../part/part.js';
import { OutletBoundary } from '../shared/outlet-boundary.js';
import * as Approval from './approval.parts.js';
import type { ApprovalPartState } from './approval-context.js';
import type { ApprovalItemSource } from './approval-root.js';
import { PlainCard } from './plain-card.js';

/** Props of {@link ApprovalCard}. */
export interface ApprovalCardProps extends ApprovalItemSource, Without<'children'> {
  /** `offered`: the card offers to remember the answer. Default `offered`. */
  readonly remember?: 'offered' | 'never';
}

/**
 * One call that needs approval, in reading order: the action, the reason, the risk, the input and the answer. A menu at
 * the approve button sets what to remember; a destructive call has none. Once decided, it is one line. Made of the
 * parts of `Approval`, so its source can be copied. If a part throws, a plain card replaces it, with the input, approve
 * and deny.
 *
 * @example <ApprovalCard run={run} item={item} batch={batch} />
 */
export const ApprovalCard: Part<'section', ApprovalPartState, ApprovalCardProps> = part(
  'ApprovalCard',
  'section',
  (props) => {
    const { remember: _, ...source } = props;
    return (
      <OutletBoundary key={props.item.id} renderFailure={() => <PlainCard {...source} />}>
        <WholeCard {...props} />
      </OutletBoundary>
    );
  },
);

const WholeCard: typeof ApprovalCard = part('WholeCard', 'section', ({ remember = 'offered', ...props }) => {
  const { item, run } = props;
  const isDestructive = item.call.risk === 'destructive';
  const hasBar = item.preview.status === 'ready';
  const menu = remember === 'offered' ? <Approval.Remember /> : null;
  const hasSplit = menu !== null && mayViewerApprove(item.call) && !isDestructive && run.grants !== undefined;
  return (
    <Approval.Root {...props}>
      <Approval.When is="closed">
        <Approval.Record />
      </Approval.When>
      <Approval.When is="open">
        <Approval.Mark />
        <div data-cs="card-body">
          <Approval.Origin />
          <div data-cs="card-head">
            <Approval.Title />
            <Approval.Risk />
          </div>
          <div data-cs="card-asked">
            <Approval.Reason omit="said" />
            <Approval.People />
            <Approval.Agent />
            <Approval.Facts omit="said" />
            {hasBar ? null : <Approval.ShowInput />}
          </div>
          <Approval.Description />
          <Approval.Deceptive />
          <Approval.Preview
            actions={
              <>
                <Approval.ShowInput />
                <Approval.OpenBeside />
              </>
            }
          />
          <Approval.Input fold="when-said" />
          <Approval.Countdown when="own">
            <Approval.Extend />
          </Approval.Countdown>
          <Approval.Problem />
          <Approval.EditForm>{isDestructive ? null : menu}</Approval.EditForm>
          <Approval.ReasonForm>{menu}</Approval.ReasonForm>
          <Approval.Actions>
            {isDestructive ? <DestructiveAnswers /> : hasSplit ? <SplitAnswers /> : <PlainAnswers />}
          </Approval.Actions>
        </div>
      </Approval.When>
    </Approval.Root>
  );
});

function PlainAnswers(): ReactElement {
  return (
    <>
      <Approval.Approve />
      <Approval.Edit />
      <Approval.Deny />
      <Approval.Defer />
    </>
  );
}

/** Deny comes first and approve last, and nothing is remembered. */
function DestructiveAnswers(): ReactElement {
  return (
    <>
      <Approval.Deny />
      <Approval.Edit />
      <Approval.Defer />
      <Approval.Approve />
    </>
  );
}

/** The approve button with the menu of what to remember; the choice itself is named below the buttons. */
function SplitAnswers(): ReactElement {
  return (
    <Approval.Remember data-place="approve">
      <span data-cs="approve-split">
        <Approval.Approve />
        <RememberChoice.Scope />
      </span>
      <Approval.Edit />
      <Approval.Deny />
      <Approval.Defer />
      <RememberChoice.Lifetime />
      <RememberChoice.Words />
    </Approval.Remember>
  );
}
