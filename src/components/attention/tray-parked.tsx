'use client';
import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import { type DeferredToolRequests, deferredCalls } from '../../protocol/deferred.js';
import { batchStrings } from '../../words/english/batch.js';
import { Button } from '../part/button.js';
import { type Part, part } from '../part/part.js';
import { useWithin } from '../part/use-within.js';
import { useWords } from '../strings-provider.js';
import { TrayContext } from './tray-context.js';
import { safeTitle } from './use-wait-notification.js';

/**
 * The calls that conversations left open for later, each with a button that resumes it. Renders nothing if there are
 * none.
 */
export const TrayParked: Part<'ul'> = part('Tray.Parked', 'ul', (props, render) => {
  const { parked, reopen } = useWithin(TrayContext, 'Tray.Parked');
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
  return render(props, { 'data-cs': 'tray-parked', role: 'list', children });
});

function keyOfCalls(calls: DeferredToolRequests): string {
  return deferredCalls(calls)
    .map(({ call }) => call.toolCallId)
    .join('\n');
}
