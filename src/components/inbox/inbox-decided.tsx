'use client';
import type { ReactElement } from 'react';
import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import { editedCallOf, editedInput } from '../../approval/edit/edited-call.js';
import { stateOfAnswer } from '../../conversation/approval-state.js';
import { stateWords } from '../../conversation/call-look.js';
import type { InboxDecision } from '../../hooks/use-run-inbox.js';
import { labelPeople } from '../../protocol/decided-by.js';
import { stateStrings } from '../../words/english/card.js';
import { callStrings } from '../../words/english/chat.js';
import { inboxStrings } from '../../words/english/inbox.js';
import { TitleText } from '../approval/title-text.js';
import { callLook } from '../card/describe-item.js';
import { type NoState, type Part, part, type Without } from '../part/part.js';
import { useWithin } from '../part/use-within.js';
import { Glyph } from '../shared/glyph.js';
import { useFormat, useWords } from '../strings-provider.js';
import { FormerTitle } from '../value/former-title.js';
import { hideInText } from '../value/hidden-places.js';
import { quoteSafely } from '../value/visible-text.js';
import { inboxPages } from './inbox-choice.js';
import { cannotRetry, InboxContext, verdictOf } from './inbox-context.js';
import { ReadWords, useRead } from './inbox-read.js';

/** Switches between the requests and what the user has decided. Renders nothing while the server refuses requests. */
export const InboxPages: Part<'fieldset', NoState, Without<'children'>> = part(
  'Inbox.Pages',
  'fieldset',
  (props, render) => {
    const { choice, error, batches, hidden = 0 } = useWithin(InboxContext, 'Inbox.Pages');
    const strings = useWords(inboxStrings).pages;
    const { number } = useFormat();
    if (cannotRetry(error)) return null;
    const count = batches + hidden;
    const children = inboxPages.map((page) => (
      <button
        key={page}
        type="button"
        data-cs="inbox-page"
        aria-pressed={choice.page === page}
        onClick={() => choice.turnTo(page)}
      >
        {strings[page]}{' '}
        {page !== choice.page && page === 'waiting' && count > 0 ? (
          <span data-cs="inbox-page-count">{number(count)}</span>
        ) : null}
      </button>
    ));
    return render(props, { 'data-cs': 'inbox-pages', 'aria-label': strings.label, children });
  },
);

/**
 * The user's decisions, newest first: the action, the decision, its time, and who asked. Shown while `Inbox.Pages`
 * selects it.
 */
export const InboxDecided: Part<'div', NoState, Without<'children'>> = part('Inbox.Decided', 'div', (props, render) => {
  const { choice, error } = useWithin(InboxContext, 'Inbox.Decided');
  if (choice.page !== 'decided' || cannotRetry(error)) return null;
  return render(props, { 'data-cs': 'inbox-decided', children: <DecidedRows /> });
});

function DecidedRows(): ReactElement {
  const { inbox, asked } = useWithin(InboxContext, 'Inbox.Decided');
  const strings = useWords(inboxStrings).decided;
  const decided = useRead(inbox.decided, asked);
  if (decided.status !== 'ready' || decided.value.length === 0)
    return (
      <ReadWords
        read={decided}
        problem={strings.problem}
        empty={strings.empty}
        isEmpty={({ length }) => length === 0}
      />
    );
  return (
    // `list-style: none` makes VoiceOver drop the list role, so it is set explicitly.
    // biome-ignore lint/a11y/noRedundantRoles: see above
    <ul data-cs="inbox-decisions" role="list">
      {decided.value.map((decision) => (
        <DecidedRow
          key={JSON.stringify([decision.batchId, decision.call.toolCallId])}
          decision={decision}
          all={decided.value}
        />
      ))}
    </ul>
  );
}

interface DecidedRowProps {
  readonly decision: InboxDecision;
  /** All decisions, for people with the same name. */
  readonly all: readonly InboxDecision[];
}

function DecidedRow({ decision, all }: DecidedRowProps): ReactElement {
  const { call, answer, by, at, requester } = decision;
  const strings = useWords(inboxStrings).decided;
  const card = useWords(stateStrings);
  const format = useFormat();
  const state = stateOfAnswer(answer, by);
  const { glyph, tone } = callLook(state);
  const edited = editedCallOf(call, answer, undefined);
  const title = hideInText(call.title, call);
  const shown = edited === undefined ? title : hideInText(edited.title, { ...call, ...edited });
  const [label = requester.id] = labelPeople([requester, ...all.map((one) => one.requester)]);
  const effect = useEffectWords(decision);
  return (
    <li data-cs="inbox-decision" data-tone={tone} data-effect={decision.effect.type}>
      <Glyph name={glyph} />
      <span data-cs="decision-line">
        <strong dir="auto">
          <TitleText title={shown} input={editedInput(answer, call.input) ?? call.input} />
        </strong>{' '}
        {edited === undefined || edited.title === call.title ? null : <FormerTitle title={title} />}
        <span data-cs="decision-verdict">
          <bdi>{strings.at(stateWords(state, card), quoteSafely(format.moment(at)))}</bdi>{' '}
          <bdi>{strings.asked(escapeUnseen(label))}</bdi>
        </span>
        {effect === undefined ? null : <span data-cs="inbox-effect">{escapeUnseen(effect)}</span>}
      </span>
    </li>
  );
}

/** Returns the reason why a decision has not decided its call. */
function useEffectWords({ effect }: InboxDecision): string | undefined {
  const strings = useWords(inboxStrings).decided;
  const { by } = useWords(callStrings);
  if (effect.type === 'counted') return strings.missing(effect.missing);
  if (effect.type === 'overruled') return strings.overruled[verdictOf(effect.answer)](quoteSafely(by(effect.by)));
  return effect.type === 'withdrawn' ? strings.withdrawn : undefined;
}
