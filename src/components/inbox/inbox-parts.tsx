'use client';
import { type ComponentType, type ReactElement, type RefObject, useId, useRef, useState } from 'react';
import type { PendingBatch } from '../../approval/broker/pending.js';
import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import type { InboxNews as News } from '../../hooks/use-run-inbox.js';
import { type DecidedBy, labelPeople } from '../../protocol/decided-by.js';
import { callStrings } from '../../words/english/chat.js';
import { inboxStrings } from '../../words/english/inbox.js';
import type { CountersignStrings } from '../../words/strings.js';
import { ApprovalCard } from '../approval/approval-card.js';
import { TitleText } from '../approval/title-text.js';
import { type ApprovalQueueProps, type CardSlotProps, QueuedBatch } from '../batch/approval-queue.js';
import * as Queue from '../batch/queue.parts.js';
import { riskGlyph } from '../card/describe-item.js';
import { enterCards } from '../card/jump-to-card.js';
import { pageRootOf } from '../page-realm.js';
import { Button } from '../part/button.js';
import { type NoState, type Part, part, type Without } from '../part/part.js';
import { useLayout } from '../part/use-layout.js';
import { useWithin } from '../part/use-within.js';
import { type BatchPlace, useOtherPlace } from '../shared/batch-places.js';
import { Glyph } from '../shared/glyph.js';
import { useFormat, useWords } from '../strings-provider.js';
import { quoteSafely } from '../value/visible-text.js';
import { readableTitle } from './inbox-choice.js';
import { cannotRetry, InboxContext, verdictOf } from './inbox-context.js';

/** The heading that names the inbox, with the number of pending calls, and of batches that are not shown. */
export const InboxTitle: Part<'h2'> = part('Inbox.Title', 'h2', (props, render) => {
  const { titleId, count, hidden = 0, choice } = useWithin(InboxContext, 'Inbox.Title');
  const strings = useWords(inboxStrings);
  const waiting = (
    <>
      {strings.title}
      {count === 0 ? null : <span data-cs="inbox-count">{strings.waiting(count)}</span>}
      {hidden === 0 ? null : <span data-cs="inbox-count">{strings.more(hidden)}</span>}
    </>
  );
  const children = choice.page === 'waiting' ? waiting : strings.decided.title;
  return render(props, { 'data-cs': 'inbox-title', id: titleId, children });
});

/**
 * The reason why the server could not be reached, with a button that retries at once. A refusal, as of a link that has
 * expired, has no button: another attempt would be refused, too. Renders nothing without an error.
 */
export const InboxProblem: Part<'div'> = part('Inbox.Problem', 'div', (props, render) => {
  const { error, inbox, refusal } = useWithin(InboxContext, 'Inbox.Problem');
  const strings = useWords(inboxStrings);
  if (error === null) return null;
  const own = refusalWords(refusal, strings);
  if (own !== undefined) {
    const [what, hint] = own;
    const words = (
      <div role="alert">
        <p data-cs="inbox-refusal">{what}</p>
        {hint === undefined ? null : <p data-cs="inbox-empty">{hint}</p>}
      </div>
    );
    return render(props, { 'data-cs': 'inbox-problem', children: words });
  }
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

/** Returns the words for a refusal that people can understand: what is wrong, and what can help. */
function refusalWords(
  refusal: string | undefined,
  { link, signIn }: CountersignStrings['inbox'],
): readonly [what: string, hint?: string] | undefined {
  if (refusal === 'link-refused') return [link.refused, link.again];
  if (refusal === 'unknown-batch') return [link.unknown];
  return refusal === 'not-signed-in' ? [signIn] : undefined;
}

/** The content without pending calls, or before they are loaded. For a link, the reason why nothing is pending. */
export const InboxEmpty: Part<'p'> = part('Inbox.Empty', 'p', (props, render) => {
  const { status, count, linked, choice } = useWithin(InboxContext, 'Inbox.Empty');
  const strings = useWords(inboxStrings);
  if (count > 0 || status === 'failed' || choice.page !== 'waiting') return null;
  const empty = linked === undefined || linked === 'open' ? strings.empty : strings.link[linked];
  return render(props, { 'data-cs': 'inbox-empty', children: status === 'connecting' ? strings.connecting : empty });
});

/** Props of `Inbox.Waiting`. */
export type InboxWaitingProps = Omit<ApprovalQueueProps, 'run'>;

/** The cards of the request that is shown, as `ApprovalQueue` shows them, with the user who started the run. */
export function InboxWaiting({ card = AskedCard, ...settings }: InboxWaitingProps): ReactElement {
  const { run, choice } = useWithin(InboxContext, 'Inbox.Waiting');
  const queue = useRef<HTMLDivElement>(null);
  const { place, onBlur } = useOtherPlace(choice.shown?.servedId, queue);
  return (
    <Queue.Root run={run} ref={queue} onBlur={onBlur}>
      <Queue.Batches>
        {(batch) => {
          if (choice.page !== 'waiting' || batch.batchId !== choice.shown?.batchId) return null;
          if (place !== undefined) return <InboxReference batch={batch} place={place} />;
          return <QueuedBatch run={run} batch={batch} card={card} settings={settings} />;
        }}
      </Queue.Batches>
      {choice.page === 'waiting' ? <Queue.Parked /> : null}
    </Queue.Root>
  );
}

/** The actions of a request that the same page shows with its cards, and the way there. */
function InboxReference({ batch, place }: { readonly batch: PendingBatch; readonly place: BatchPlace }): ReactElement {
  const strings = useWords(inboxStrings);
  const own = useRef<HTMLDivElement>(null);
  const titlesId = useId();
  const enter = (): void => {
    if (own.current !== null) enterCards(place.batch.items, pageRootOf(place.element));
  };
  return (
    <div data-cs="inbox-reference" ref={own}>
      <InboxAsked runId={batch.runId} />
      <ul data-cs="inbox-reference-titles" id={titlesId}>
        {batch.items.map((item) => (
          <li key={item.id} data-cs="inbox-reference-title">
            <Glyph name={item.kind === 'external' ? 'pen' : riskGlyph(item.call.risk)} />
            <span dir="auto">
              <TitleText title={readableTitle(item)} input={item.call.input} />
            </span>
          </li>
        ))}
      </ul>
      <Button action="enter-chat" onPress={enter} aria-describedby={titlesId}>
        {strings.inChat}
        <WayThere from={own} to={place.element} />
      </Button>
    </div>
  );
}

/** An arrow that points to the cards, by their order in the page. */
function WayThere({ from, to }: { readonly from: RefObject<Element | null>; readonly to: Element }): ReactElement {
  const [name, setName] = useState<'up' | 'down'>('up');
  useLayout(() => {
    const place = from.current?.compareDocumentPosition(to) ?? 0;
    setName((place & Node.DOCUMENT_POSITION_FOLLOWING) === 0 ? 'up' : 'down');
  }, [from, to]);
  return <Glyph name={name} />;
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
      children: <bdi>{strings.asked(escapeUnseen(label), quoteSafely(format.moment(askedAt)))}</bdi>,
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
      return strings.late(strings.stands[verdictOf(news.answer)](title, nameOf(news.by)));
    case 'elsewhere':
      return strings.stands[verdictOf(news.answer)](title, nameOf(news.by));
    case 'refused':
      return strings.refused(title, quoteSafely(news.message));
    case 'over':
      return strings.over(title);
    default:
      return news satisfies never;
  }
}
