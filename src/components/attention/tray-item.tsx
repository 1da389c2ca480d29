'use client';
import { type ForwardRefExoticComponent, forwardRef, type ReactElement, type RefAttributes } from 'react';
import type { PendingItem } from '../../approval/broker/pending.js';
import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import { stateWords } from '../../store/call-look.js';
import { answerStrings, askStrings } from '../approval/approval-strings.js';
import { stateStrings } from '../approval/card-strings.js';
import { riskGlyph } from '../card/describe-item.js';
import { type PartProps, renderPart } from '../part/part.js';
import { Glyph } from '../shared/glyph.js';
import { useTimeLeft } from '../shared/use-time-left.js';
import { useFormat, useWords } from '../strings-provider.js';
import { hideInText } from '../value/hidden-places.js';
import { attentionStrings } from './attention-strings.js';
import { useTray } from './tray-context.js';

/** State of `Tray.Item`: `data-state`, `data-risk` and `data-kind`. */
export interface TrayItemState extends Record<string, string | undefined> {
  readonly state: PendingItem['state']['status'];
  readonly risk: string | undefined;
  readonly kind: PendingItem['kind'];
}

/** Props of `Tray.Item`. */
export interface TrayItemProps extends PartProps<'button', TrayItemState> {
  readonly item: PendingItem;
}

/** One call that waits: a press goes to its card. */
export const TrayItem: ForwardRefExoticComponent<TrayItemProps & RefAttributes<HTMLButtonElement>> = forwardRef(
  function TrayItem({ item, ...props }: TrayItemProps, ref) {
    const { jump } = useTray('Tray.Item');
    const attention = useWords(attentionStrings);
    const { risk: risks } = useWords(askStrings);
    const { checking } = useWords(answerStrings);
    const { call, kind, state } = item;
    const risk = call.risk === undefined ? undefined : risks[call.risk];
    const card = useWords(stateStrings);
    const hasBegun = call.begun !== undefined;
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
    const own = { type: 'button', onClick: () => jump(item) };
    const its: TrayItemState = { state: state.status, risk: call.risk, kind };
    return renderPart<'button', TrayItemState>(
      'button',
      { children, ...props },
      { slot: 'tray-item', state: its, own, ref },
    );
  },
);

export declare namespace TrayItem {
  type Props = TrayItemProps;
  type State = TrayItemState;
}

/** How much time is left. Stands still while nobody sees it. */
function Countdown({ expiresAt }: { readonly expiresAt: number }): ReactElement | null {
  const strings = useWords(attentionStrings);
  const { duration } = useFormat();
  const time = useTimeLeft(expiresAt, { isSeen: useTray('Tray.Item').state === 'open' });
  if (time === null) return null;
  return (
    <span data-cs="tray-countdown" data-state={time.state}>
      {time.state === 'over' ? strings.over : strings.left(duration(time.left))}
    </span>
  );
}
