'use client';
import { type ForwardRefExoticComponent, forwardRef, type ReactElement, type RefAttributes } from 'react';
import type { PendingItem } from '../../approval/broker/pending.js';
import { useBatch } from '../card/batch-context.js';
import { describeAnswer } from '../card/describe-answer.js';
import { describeChoice } from '../card/describe-choice.js';
import { riskGlyph } from '../card/describe-item.js';
import { jumpToCard } from '../card/jump-to-card.js';
import { type PartProps, renderPart } from '../part/part.js';
import { Glyph, type GlyphName } from '../shared/glyph.js';
import { useStrings } from '../strings-provider.js';
import { hideInText } from '../value/hidden-places.js';
import { escapeUnseen } from '../value/visible-text.js';

type NoState = Record<string, never>;

/** Props of `Batch.Plan`. */
export type BatchPlanProps = Omit<PartProps<'details', NoState>, 'children'>;

/** All calls on one line each, in their order, with where they stand: a press goes to the card. Folded at first; nothing for a single call. */
export const BatchPlan: ForwardRefExoticComponent<BatchPlanProps & RefAttributes<HTMLDetailsElement>> = forwardRef(
  function BatchPlan(props: BatchPlanProps, ref) {
    const { items } = useBatch('Batch.Plan');
    const strings = useStrings().batch;
    if (items.length < 2) return null;
    const children = (
      <>
        <summary>{strings.plan(items.length)}</summary>
        {/* biome-ignore lint/a11y/noRedundantRoles: without its marks it is no list to some, unless it says so */}
        <ol data-slot="plan-items" role="list">
          {items.map((item) => (
            <li key={item.call.toolCallId} data-slot="plan-item">
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
      data-slot="plan-jump"
      data-tone={tone}
      data-risk={item.call.risk}
      onClick={() => jumpToCard(item)}
    >
      <Glyph name={glyph} />
      <span data-slot="plan-title" dir="auto">
        {escapeUnseen(hideInText(item.call.title, item.call))}
      </span>{' '}
      <span data-slot="plan-standing" dir="auto">
        {words}
      </span>
    </button>
  );
}

interface Standing {
  readonly glyph: GlyphName;
  readonly tone: 'ok' | 'no' | 'note' | undefined;
  readonly words: string;
}

function useStanding({ call, kind, state }: PendingItem): Standing {
  const { answers } = useBatch('Batch.Plan');
  const { approval, attention, batch, outlet } = useStrings();
  const choice = answers.choices.get(call.toolCallId);
  if (choice !== undefined) return { glyph: 'half', ...describeChoice(choice.decision, batch.chosen) };
  switch (state.status) {
    case 'decided':
      return describeAnswer(state.answer, approval.answers);
    case 'checking':
      return { glyph: 'half', tone: undefined, words: approval.checking };
    case 'working':
      return { glyph: 'half', tone: undefined, words: outlet.working };
    case 'open': {
      if (kind === 'external') return { glyph: 'pen', tone: undefined, words: attention.yours };
      const words = call.risk === undefined ? batch.planOpen : approval.risk[call.risk];
      return { glyph: riskGlyph(call.risk), tone: undefined, words };
    }
    default:
      return state satisfies never;
  }
}
