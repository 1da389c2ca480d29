'use client';
import type { ReactElement } from 'react';
import type { PendingItem } from '../../approval/broker/pending.js';
import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import { countedCall } from '../../conversation/approval-state.js';
import { batchStrings } from '../../words/english/batch.js';
import { BatchContext } from '../card/batch-context.js';
import { jumpToCard } from '../card/jump-to-card.js';
import { type NoState, type Part, part, type Without } from '../part/part.js';
import { useWithin } from '../part/use-within.js';
import { Glyph } from '../shared/glyph.js';
import { useWords } from '../strings-provider.js';
import { hideInText } from '../value/hidden-places.js';
import { useCallStatus } from './use-call-status.js';

/**
 * All calls, one line each, in order, with their state: a press leads to the card. Collapsed at first; nothing for a
 * single call.
 */
export const BatchPlan: Part<'details', NoState, Without<'children'>> = part(
  'Batch.Plan',
  'details',
  (props, render) => {
    const { items } = useWithin(BatchContext, 'Batch.Plan');
    const strings = useWords(batchStrings);
    if (items.length < 2) return null;
    const children = (
      <>
        <summary>{strings.plan(items.length)}</summary>
        {/* biome-ignore lint/a11y/noRedundantRoles: `list-style: none` makes VoiceOver drop the list role */}
        <ol data-cs="plan-items" role="list">
          {items.map((item) => (
            <li key={item.call.toolCallId} data-cs="plan-item">
              <PlanEntry item={item} />
            </li>
          ))}
        </ol>
      </>
    );
    return render(props, { 'data-cs': 'batch-plan', children });
  },
);

function PlanEntry({ item }: { readonly item: PendingItem }): ReactElement {
  const { glyph, tone, words } = useCallStatus(item);
  const call = countedCall(item);
  return (
    <button type="button" data-cs="plan-jump" data-tone={tone} data-risk={call.risk} onClick={() => jumpToCard(item)}>
      <Glyph name={glyph} />
      <span data-cs="plan-title" translate="no" dir="auto">
        {escapeUnseen(hideInText(call.title, call))}
      </span>{' '}
      <span data-cs="plan-standing" dir="auto">
        {escapeUnseen(words)}
      </span>
    </button>
  );
}
