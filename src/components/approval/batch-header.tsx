'use client';
import { type ReactElement, useEffect, useRef } from 'react';
import type { ItemState, PendingBatch, PendingItem } from '../../approval/pending.js';
import { isTextField } from '../shared/is-typing.js';
import { useStrings } from '../strings-provider.js';
import { useHydrated } from '../value/use-hydrated.js';
import { describeAnswer } from './describe-item.js';

/** Props of {@link BatchHeader}. */
export interface BatchHeaderProps {
  readonly batch: PendingBatch;
  /** The calls that need a person; the others run by themselves. */
  readonly forPeople: readonly PendingItem[];
  readonly headingId: string;
}

/** How many calls need you and how many are decided. Takes the focus when its batch appears, unless someone types. */
export function BatchHeader({ batch, forPeople, headingId }: BatchHeaderProps): ReactElement {
  const strings = useStrings().approval;
  const isHydrated = useHydrated(); // a server does not know the reader's time zone
  const heading = useRef<HTMLHeadingElement>(null);
  const isForPeople = forPeople.length > 0;
  const { expiresAt, round } = batch;
  const items = isForPeople ? forPeople : batch.items;
  const done = items.filter((item) => item.state.status === 'decided').length;

  useEffect(() => {
    if (isForPeople && heading.current !== null) takeFocus(heading.current);
  }, [isForPeople]);

  return (
    <header data-slot="batch-header">
      <h3 data-slot="batch-title" id={headingId} ref={heading} tabIndex={-1}>
        {isForPeople ? strings.callsNeedYou(items.length) : strings.callsRunHere(items.length)}
      </h3>
      <span data-slot="pips" aria-hidden="true">
        {items.map(({ call, state }) => (
          <i key={call.toolCallId} data-slot="pip" data-tone={pipTone(state, strings.answers)} />
        ))}
      </span>
      <p data-slot="batch-progress">{strings.decided(done, items.length)}</p>
      {round > 1 ? <p data-slot="batch-round">{strings.askedAgain(round)}</p> : null}
      {expiresAt === undefined || !isHydrated ? null : (
        <p data-slot="batch-expiry">{strings.expires(strings.time(expiresAt))}</p>
      )}
    </header>
  );
}

function pipTone(state: ItemState, strings: Parameters<typeof describeAnswer>[1]): string {
  return state.status === 'decided' ? describeAnswer(state.answer, strings).tone : 'open';
}

/** Never from someone who types, and never from another card. The window does not jump: what follows the end scrolls. */
function takeFocus(heading: HTMLElement): void {
  const { activeElement } = heading.ownerDocument;
  if (isTextField(activeElement) || (activeElement?.closest('[data-card]') ?? null) !== null) return;
  heading.focus({ preventScroll: true });
}
