'use client';
import type { ReactElement } from 'react';
import type { PendingItem } from '../../approval/broker/pending.js';
import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import { stateWords } from '../../conversation/call-look.js';
import { answerStrings, askStrings } from '../../words/english/approval.js';
import { stateStrings } from '../../words/english/card.js';
import { attentionStrings } from '../../words/english/inbox.js';
import { riskGlyph } from '../card/describe-item.js';
import { type Part, part } from '../part/part.js';
import { useWithin } from '../part/use-within.js';
import { Glyph } from '../shared/glyph.js';
import { useTimeLeft } from '../shared/use-time-left.js';
import { useFormat, useWords } from '../strings-provider.js';
import { hideInText } from '../value/hidden-places.js';
import { TrayContext } from './tray-context.js';

/** State of `Tray.Item`: `data-state`, `data-risk` and `data-kind`. */
interface TrayItemState {
  readonly state: PendingItem['state']['status'];
  readonly risk: string | undefined;
  readonly kind: PendingItem['kind'];
}

/** Props of `Tray.Item`. */
interface TrayItemProps {
  readonly item: PendingItem;
}

/** One pending call: a press leads to its card. */
export const TrayItem: Part<'button', TrayItemState, TrayItemProps> = part(
  'Tray.Item',
  'button',
  ({ item, ...props }, render) => {
    const { jump } = useWithin(TrayContext, 'Tray.Item');
    const attention = useWords(attentionStrings);
    const { risk: risks } = useWords(askStrings);
    const { checking } = useWords(answerStrings);
    const { call, kind, state } = item;
    const risk = call.risk === undefined ? undefined : risks[call.risk];
    const card = useWords(stateStrings);
    const hasBegun = call.interrupted !== undefined;
    const asked = hasBegun ? stateWords('waiting', card, { hasBegun }) : kind === 'external' ? attention.yours : risk;
    const note = state.status === 'checking' ? checking : asked;
    const children = (
      <>
        <Glyph name={hasBegun ? 'question' : kind === 'external' ? 'pen' : riskGlyph(call.risk)} />
        <span data-cs="tray-item-title" translate="no" dir="auto">
          {escapeUnseen(hideInText(call.title, call))}
        </span>{' '}
        {note === undefined ? null : <span data-cs="tray-item-note">{escapeUnseen(note)}</span>}{' '}
        {item.expiresAt === undefined ? null : <Countdown expiresAt={item.expiresAt} />}
      </>
    );
    return render(props, {
      'data-cs': 'tray-item',
      state: { state: state.status, risk: call.risk, kind },
      onClick: () => jump(item),
      children,
    });
  },
);

/** The time that is left. It does not update while it is not visible. */
function Countdown({ expiresAt }: { readonly expiresAt: number }): ReactElement | null {
  const strings = useWords(attentionStrings);
  const { duration } = useFormat();
  const time = useTimeLeft(expiresAt, { isSeen: useWithin(TrayContext, 'Tray.Item').state === 'open' });
  if (time === null) return null;
  return (
    <span data-cs="tray-countdown" data-state={time.state}>
      {time.state === 'over' ? strings.over : strings.left(duration(time.left))}
    </span>
  );
}
