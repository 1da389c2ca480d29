import type { CountersignStrings } from '../strings.js';
'use client';
import {
  type ComponentType,
  type ForwardRefExoticComponent,
  forwardRef,
  type ReactElement,
  type RefAttributes,
} from 'react';
import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import type { InboxNews as News } from '../../hooks/use-run-inbox.js';
import { type DecidedBy, labelPeople } from '../../protocol/decided-by.js';
import { ApprovalCard } from '../approval/approval-card.js';
import { ApprovalQueue, type ApprovalQueueProps, type CardSlotProps } from '../batch/approval-queue.js';
import { callStrings } from '../chat/chat-strings.js';
import { Button } from '../part/button.js';
import { type NoState, type PartProps, renderPart } from '../part/part.js';
import { useFormat, useWords } from '../strings-provider.js';
import { quoteSafely } from '../value/visible-text.js';
import { useInboxAround } from './inbox-context.js';
import { type InboxVerdict, inboxStrings } from './inbox-strings.js';

/** The heading that names the inbox, how many calls wait, and how many questions more than are shown. */
export const InboxTitle: ForwardRefExoticComponent<InboxTitle.Props & RefAttributes<HTMLHeadingElement>> = forwardRef(
  function InboxTitle({ children, ...props }: InboxTitle.Props, ref) {
    const { titleId, count, hidden = 0 } = useInboxAround('Title');
    const strings = useWords(inboxStrings);
    const within = children ?? (
      <>
        {strings.title}
        {count === 0 ? null : <span data-cs="inbox-count">{strings.waiting(count)}</span>}
        {hidden === 0 ? null : <span data-cs="inbox-count">{strings.more(hidden)}</span>}
      </>
    );
    const part = { slot: 'inbox-title', state: {}, own: { id: titleId }, ref };
    return renderPart<'h2', NoState>('h2', { ...props, children: within }, part);
  },
);

export declare namespace InboxTitle {
  type Props = PartProps<'h2', NoState>;
}

/** Why the server could not be asked, with a button that asks it at once; nothing while all is well. */
export const InboxProblem: ForwardRefExoticComponent<InboxProblem.Props & RefAttributes<HTMLDivElement>> = forwardRef(
  function InboxProblem({ children, ...props }: InboxProblem.Props, ref): ReactElement | null {
    const { error, inbox } = useInboxAround('Problem');
    const strings = useWords(inboxStrings);
    if (error === null) return null;
    const within = children ?? (
      <>
        <p data-cs="problem" role="alert" dir="auto">
          {strings.problem(quoteSafely(error.message))}
        </p>
        <Button action="refresh" onPress={inbox.refresh}>
          {strings.tryAgain}
        </Button>
      </>
    );
    const part = { slot: 'inbox-problem', state: {}, ref };
    return renderPart<'div', NoState>('div', { ...props, children: within }, part);
  },
);

export declare namespace InboxProblem {
  type Props = PartProps<'div', NoState>;
}

/** What stands there while nothing waits, or nobody knows yet. */
export const InboxEmpty: ForwardRefExoticComponent<InboxEmpty.Props & RefAttributes<HTMLParagraphElement>> = forwardRef(
  function InboxEmpty(props: InboxEmpty.Props, ref): ReactElement | null {
    const { status, count } = useInboxAround('Empty');
    const strings = useWords(inboxStrings);
    if (count > 0 || status === 'failed') return null;
    const children = status === 'connecting' ? strings.connecting : strings.empty;
    return renderPart<'p', NoState>('p', { children, ...props }, { slot: 'inbox-empty', state: {}, ref });
  },
);

export declare namespace InboxEmpty {
  type Props = PartProps<'p', NoState>;
}

/** Props of `Inbox.Waiting`. */
export type InboxWaitingProps = Omit<ApprovalQueueProps, 'run'>;

/** The calls that wait, as `ApprovalQueue` shows them, with who they are asked for. */
export function InboxWaiting({ card = AskedCard, ...props }: InboxWaitingProps): ReactElement {
  const { run } = useInboxAround('Waiting');
  return <ApprovalQueue {...props} run={run} card={card} />;
}

export declare namespace InboxWaiting {
  type Props = InboxWaitingProps;
}

/** A card, with who asks above the first of a batch. */
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
export interface InboxAskedProps extends PartProps<'p', NoState> {
  /** The run that asks. */
  readonly runId: string;
}

/** Who started the run that asks, and since when it waits. */
export const InboxAsked: ForwardRefExoticComponent<InboxAskedProps & RefAttributes<HTMLParagraphElement>> = forwardRef(
  function InboxAsked({ runId, ...props }: InboxAskedProps, ref): ReactElement | null {
    const { asked } = useInboxAround('Asked');
    const strings = useWords(inboxStrings);
    const format = useFormat();
    const by = asked[runId];
    if (by === undefined) return null;
    const { requester, askedAt } = by;
    const others = Object.values(asked).map((one) => one.requester);
    const [label = requester.id] = labelPeople([requester, ...others]);
    const children = <bdi>{strings.asked(escapeUnseen(label), format.moment(askedAt))}</bdi>;
    return renderPart<'p', NoState>('p', { children, ...props }, { slot: 'inbox-asked', state: {}, ref });
  },
);

export declare namespace InboxAsked {
  type Props = InboxAskedProps;
}

/** What became of calls, newest first: whose answer stands, who is still needed, what was not taken. Read aloud as it comes. What was taken of my own is in the history. */
export const InboxNews: ForwardRefExoticComponent<InboxNews.Props & RefAttributes<HTMLDivElement>> = forwardRef(
  function InboxNews(props: InboxNews.Props, ref) {
    const { news } = useInboxAround('News');
    const strings = useWords(inboxStrings);
    const { by } = useWords(callStrings);
    const told = news.filter(({ type }) => type !== 'taken');
    const children = told.map((one) => (
      <p key={one.id} data-cs="inbox-line" data-type={one.type}>
        <bdi>{escapeUnseen(newsWords(one, strings, (decidedBy) => quoteSafely(by(decidedBy))))}</bdi>
      </p>
    ));
    const own = { role: 'log', 'aria-label': strings.news, 'aria-relevant': 'additions' };
    return renderPart<'div', NoState>('div', { ...props, children }, { slot: 'inbox-news', state: {}, own, ref });
  },
);

export declare namespace InboxNews {
  type Props = Omit<PartProps<'div', NoState>, 'children'>;
}

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
