'use client';
import type { ComponentType, ReactElement } from 'react';
import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import type { InboxNews as News } from '../../hooks/use-run-inbox.js';
import { type DecidedBy, labelPeople } from '../../protocol/decided-by.js';
import { callStrings } from '../../words/english/chat.js';
import { type InboxVerdict, inboxStrings } from '../../words/english/inbox.js';
import type { CountersignStrings } from '../../words/strings.js';
import { ApprovalCard } from '../approval/approval-card.js';
import { type ApprovalQueueProps, type CardSlotProps, QueuedBatch } from '../batch/approval-queue.js';
import * as Queue from '../batch/queue.parts.js';
import { Button } from '../part/button.js';
import { type NoState, type Part, part, type Without } from '../part/part.js';
import { useWithin } from '../part/use-within.js';
import { useFormat, useWords } from '../strings-provider.js';
import { quoteSafely } from '../value/visible-text.js';
import { cannotRetry, InboxContext } from './inbox-context.js';

/** The heading that names the inbox, with the number of pending calls, and of batches that are not shown. */
export const InboxTitle: Part<'h2'> = part('Inbox.Title', 'h2', (props, render) => {
  const { titleId, count, hidden = 0 } = useWithin(InboxContext, 'Inbox.Title');
  const strings = useWords(inboxStrings);
  const children = (
    <>
      {strings.title}
      {count === 0 ? null : <span data-cs="inbox-count">{strings.waiting(count)}</span>}
      {hidden === 0 ? null : <span data-cs="inbox-count">{strings.more(hidden)}</span>}
    </>
  );
  return render(props, { 'data-cs': 'inbox-title', id: titleId, children });
});

/**
 * The reason why the server could not be reached, with a button that retries at once. A refusal, as of a link that has
 * expired, has no button: another attempt would be refused, too. Renders nothing without an error.
 */
export const InboxProblem: Part<'div'> = part('Inbox.Problem', 'div', (props, render) => {
  const { error, inbox } = useWithin(InboxContext, 'Inbox.Problem');
  const strings = useWords(inboxStrings);
  if (error === null) return null;
  const message = quoteSafely(error.message);
  const children = (
    <>
      <p data-cs="problem" role="alert" dir="auto">
        {cannotRetry(error) ? message : strings.problem(message)}
      </p>
      {cannotRetry(error) ? null : (
        <Button action="refresh" onPress={inbox.refresh}>
          {strings.tryAgain}
        </Button>
      )}
    </>
  );
  return render(props, { 'data-cs': 'inbox-problem', children });
});

/** The content without pending calls, or before they are loaded. */
export const InboxEmpty: Part<'p'> = part('Inbox.Empty', 'p', (props, render) => {
  const { status, count } = useWithin(InboxContext, 'Inbox.Empty');
  const strings = useWords(inboxStrings);
  if (count > 0 || status === 'failed') return null;
  return render(props, {
    'data-cs': 'inbox-empty',
    children: status === 'connecting' ? strings.connecting : strings.empty,
  });
});

/** Props of `Inbox.Waiting`. */
export type InboxWaitingProps = Omit<ApprovalQueueProps, 'run'>;

/** The cards of the request that is shown, as `ApprovalQueue` shows them, with the user who started the run. */
export function InboxWaiting({ card = AskedCard, ...settings }: InboxWaitingProps): ReactElement {
  const { run, choice } = useWithin(InboxContext, 'Inbox.Waiting');
  return (
    <Queue.Root run={run}>
      <Queue.Batches>
        {(batch) =>
          batch.batchId === choice.shown?.batchId ? (
            <QueuedBatch run={run} batch={batch} card={card} settings={settings} />
          ) : null
        }
      </Queue.Batches>
      <Queue.Parked />
    </Queue.Root>
  );
}

/** A card, with the origin above the first card of a batch. */
const AskedCard: ComponentType<CardSlotProps> = (props) => {
  const { batch, item } = props;
  const [first] = batch?.items ?? [];
  return (
    <>
      {first?.call.toolCallId === item.call.toolCallId ? <InboxAsked runId={batch?.runId ?? ''} /> : null}
      <ApprovalCard {...props} />
    </>
  );
};

/** Props of `Inbox.Asked`. */
interface InboxAskedProps {
  /** The run of the batch. */
  readonly runId: string;
}

/** The user who started the run, and the time since when its call is pending. */
export const InboxAsked: Part<'p', NoState, InboxAskedProps> = part(
  'Inbox.Asked',
  'p',
  ({ runId, ...props }, render) => {
    const { asked } = useWithin(InboxContext, 'Inbox.Asked');
    const strings = useWords(inboxStrings);
    const format = useFormat();
    const by = asked[runId];
    if (by === undefined) return null;
    const { requester, askedAt } = by;
    const others = Object.values(asked).map((one) => one.requester);
    const [label = requester.id] = labelPeople([requester, ...others]);
    return render(props, {
      'data-cs': 'inbox-asked',
      children: <bdi>{strings.asked(escapeUnseen(label), format.moment(askedAt))}</bdi>,
    });
  },
);

/**
 * The news about calls, newest first: the answer that was recorded, missing approvers, rejected answers. Announced as
 * they arrive. The user's own accepted answers are in the history.
 */
export const InboxNews: Part<'div', NoState, Without<'children'>> = part('Inbox.News', 'div', (props, render) => {
  const { news } = useWithin(InboxContext, 'Inbox.News');
  const strings = useWords(inboxStrings);
  const { by } = useWords(callStrings);
  const told = news.filter(({ type }) => type !== 'taken');
  const children = told.map((one) => (
    <p key={one.id} data-cs="inbox-line" data-type={one.type}>
      <bdi>{escapeUnseen(newsWords(one, strings, (decidedBy) => quoteSafely(by(decidedBy))))}</bdi>
    </p>
  ));
  return render(props, {
    'data-cs': 'inbox-news',
    role: 'log',
    'aria-label': strings.news,
    'aria-relevant': 'additions',
    children,
  });
});

type Named = (by: DecidedBy) => string;

function newsWords(news: News, strings: CountersignStrings['inbox'], nameOf: Named): string {
  const title = escapeUnseen(news.title);
  switch (news.type) {
    case 'taken':
      return title;
    case 'counted':
      return strings.counted(title, news.missing);
    case 'late':
      return strings.late(strings.stands[verdictOf(news)](title, nameOf(news.by)));
    case 'elsewhere':
      return strings.stands[verdictOf(news)](title, nameOf(news.by));
    case 'refused':
      return strings.refused(title, quoteSafely(news.message));
    case 'over':
      return strings.over(title);
    default:
      return news satisfies never;
  }
}

function verdictOf({ answer }: Extract<News, { readonly by: DecidedBy }>): InboxVerdict {
  if (answer.kind === 'tool-approved') return 'approved';
  if (answer.kind === 'tool-denied') return 'denied';
  return answer.kind === 'tool-expired' ? 'expired' : 'answered';
}
