'use client';
import type { ReactElement, RefObject } from 'react';
import type { ItemState } from '../../approval/broker/pending.js';
import { messageOf, stateOfItem } from '../../conversation/approval-state.js';
import { stateWords } from '../../conversation/call-look.js';
import type { DeferredCall } from '../../protocol/deferred.js';
import { stateStrings } from '../../words/english/card.js';
import { callLook } from '../card/describe-item.js';
import { useFormat, useWords } from '../strings-provider.js';
import { hideInText } from '../value/hidden-places.js';
import { DeceptiveText } from '../value/marked-text.js';
import { OutletFrame } from './outlet-frame.js';

/** Props of {@link DecidedOutlet}. */
interface DecidedOutletProps {
  readonly call: DeferredCall;
  readonly decided: Extract<ItemState, { status: 'decided' }>;
  readonly cardRef: RefObject<HTMLElement | null>;
}

/** A decided call on one line: it stays until its batch is sent. */
export function DecidedOutlet({ call, decided, cardRef }: DecidedOutletProps): ReactElement {
  const card = useWords(stateStrings);
  const { time } = useFormat();
  const state = stateOfItem(decided);
  const words = stateWords(state, card, { message: messageOf(decided), hasBegun: call.interrupted !== undefined });
  const { glyph, tone } = callLook(state, call.risk);
  const aside = (
    <p data-cs="card-decided">
      <DeceptiveText text={hideInText(words, call)} /> ·{' '}
      <time dateTime={new Date(decided.at).toISOString()}>{time(decided.at)}</time>
    </p>
  );
  const frame = {
    tone,
    glyph,
    aside,
    cardRef,
    toolCallId: call.toolCallId,
    title: hideInText(call.title, call),
  } as const;
  return <OutletFrame {...frame} state="decided" />;
}
