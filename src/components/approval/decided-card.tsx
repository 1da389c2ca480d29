'use client';
import type { ReactElement, RefObject } from 'react';
import type { ItemState } from '../../approval/pending.js';
import type { DeferredCall } from '../../protocol/deferred.js';
import { useStrings } from '../strings-provider.js';
import { hideInText } from '../value/hidden-places.js';
import { DeceptiveText } from '../value/marked-text.js';
import { CardFrame } from './card-frame.js';
import { describeAnswer } from './describe-item.js';

/** Props of {@link DecidedCard}. */
export interface DecidedCardProps {
  readonly slot: 'approval-card' | 'client-tool-outlet';
  readonly call: DeferredCall;
  readonly decided: Extract<ItemState, { status: 'decided' }>;
  readonly cardRef: RefObject<HTMLElement | null>;
}

/** A decided call on one line: it stays as the record until its batch goes back. */
export function DecidedCard({ slot, call, decided, cardRef }: DecidedCardProps): ReactElement {
  const strings = useStrings().approval;
  const { words, tone, glyph } = describeAnswer(decided.answer, strings.answers);
  const aside = (
    <p data-slot="card-decided">
      <DeceptiveText text={words} /> ·{' '}
      <time dateTime={new Date(decided.at).toISOString()}>{strings.time(decided.at)}</time>
    </p>
  );
  const frame = {
    slot,
    tone,
    glyph,
    aside,
    cardRef,
    toolCallId: call.toolCallId,
    title: hideInText(call.title, call),
  } as const;
  return <CardFrame {...frame} state="decided" />;
}
