'use client';
import { type ForwardRefExoticComponent, forwardRef, type RefAttributes } from 'react';
import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import { type DeferredToolRequests, deferredCalls } from '../../protocol/deferred.js';
import { batchStrings } from '../batch/batch-strings.js';
import { Button } from '../part/button.js';
import { type NoState, type PartProps, renderPart } from '../part/part.js';
import { useWords } from '../strings-provider.js';
import { useTray } from './tray-context.js';
import { safeTitle } from './use-wait-notification.js';

/** Props of `Tray.Parked`. */
export type TrayParkedProps = PartProps<'ul', NoState>;

/** What conversations left open for later, each with a press that puts it before people again and goes there. Nothing where there is none. */
export const TrayParked: ForwardRefExoticComponent<TrayParkedProps & RefAttributes<HTMLUListElement>> = forwardRef(
  function TrayParked(props: TrayParkedProps, ref) {
    const { parked, reopen } = useTray('Tray.Parked');
    const batch = useWords(batchStrings);
    if (parked.length === 0) return null;
    const children = parked.map((one) => (
      <li key={keyOfCalls(one.calls)} data-cs="tray-parked-item">
        <p dir="auto">
          <strong>{batch.parked(deferredCalls(one.calls).length)}</strong>{' '}
          {deferredCalls(one.calls)
            .map(({ call }) => escapeUnseen(safeTitle(call)))
            .join(' · ')}
        </p>
        <Button action="answer-parked" onPress={() => reopen(one)}>
          {batch.parkedAnswer}
        </Button>
      </li>
    ));
    return renderPart<'ul', NoState>(
      'ul',
      { children, ...props },
      { slot: 'tray-parked', state: {}, own: { role: 'list' }, ref },
    );
  },
);

export declare namespace TrayParked {
  type Props = TrayParkedProps;
}

function keyOfCalls(calls: DeferredToolRequests): string {
  return deferredCalls(calls)
    .map(({ call }) => call.toolCallId)
    .join('\n');
}
