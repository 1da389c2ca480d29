'use client';
import { type ForwardRefExoticComponent, forwardRef, type ReactElement, type RefAttributes } from 'react';
import type { PendingItem } from '../../approval/broker/pending.js';
import { messageOf, stateOfItem } from '../../store/approval-state.js';
import { type CallTone, stateWords } from '../../store/call-look.js';
import { approvalStrings, cardStrings } from '../approval/approval-strings.js';
import { attentionStrings } from '../attention/attention-strings.js';
import { useBatch } from '../card/batch-context.js';
import { choiceWords } from '../card/describe-choice.js';
import { callLook } from '../card/describe-item.js';
import { jumpToCard } from '../card/jump-to-card.js';
import { type NoState, type PartProps, renderPart } from '../part/part.js';
import { Glyph, type GlyphName } from '../shared/glyph.js';
import { useWords } from '../strings-provider.js';
import { hideInText } from '../value/hidden-places.js';
import { escapeUnseen } from '../value/visible-text.js';
import { batchStrings } from './batch-strings.js';

/** Props of `Batch.Plan`. */
export type BatchPlanProps = Omit<PartProps<'details', NoState>, 'children'>;

/** All calls on one line each, in their order, with where they stand: a press goes to the card. Folded at first; nothing for a single call. */
export const BatchPlan: ForwardRefExoticComponent<BatchPlanProps & RefAttributes<HTMLDetailsElement>> = forwardRef(
  function BatchPlan(props: BatchPlanProps, ref) {
    const { items } = useBatch('Batch.Plan');
    const strings = useWords(batchStrings);
    if (items.length < 2) return null;
    const children = (
      <>
        <summary>{strings.plan(items.length)}</summary>
        {/* biome-ignore lint/a11y/noRedundantRoles: without its marks it is no list to some, unless it says so */}
        <ol data-cs="plan-items" role="list">
          {items.map((item) => (
            <li key={item.call.toolCallId} data-cs="plan-item">
              <PlanEntry item={item} />
            </li>
          ))}
        </ol>
      </>
    );
    return renderPart<'details', NoState>('details', { ...props, children }, { slot: 'batch-plan', state: {}, ref });
  },
);

export declare namespace BatchPlan {
  type Props = BatchPlanProps;
}

function PlanEntry({ item }: { readonly item: PendingItem }): ReactElement {
  const { glyph, tone, words } = useStanding(item);
  return (
    <button
      type="button"
      data-cs="plan-jump"
      data-tone={tone}
      data-risk={item.call.risk}
      onClick={() => jumpToCard(item)}
    >
      <Glyph name={glyph} />
      <span data-cs="plan-title" dir="auto">
        {escapeUnseen(hideInText(item.call.title, item.call))}
      </span>{' '}
      <span data-cs="plan-standing" dir="auto">
        {words}
      </span>
    </button>
  );
}

interface PlanStanding {
  readonly glyph: GlyphName;
  readonly tone: CallTone;
  readonly words: string;
}

function useStanding({ call, kind, state }: PendingItem): PlanStanding {
  const { answers } = useBatch('Batch.Plan');
  const approval = useWords(approvalStrings);
  const attention = useWords(attentionStrings);
  const batch = useWords(batchStrings);
  const card = useWords(cardStrings);
  const choice = answers.choices.get(call.toolCallId);
  const shown = choice === undefined ? stateOfItem(state) : choice.status === 'sending' ? 'checking' : 'chosen';
  const { glyph, tone } = callLook(shown, call.risk);
  if (choice !== undefined) return { glyph, tone, words: choiceWords(choice.decision, batch.chosen) };
  if (shown === 'waiting') {
    const risk = call.risk === undefined ? batch.planOpen : approval.risk[call.risk];
    return kind === 'external' ? { glyph: 'pen', tone, words: attention.yours } : { glyph, tone, words: risk };
  }
  return { glyph, tone, words: stateWords(shown, card, { message: messageOf(state) }) };
}
