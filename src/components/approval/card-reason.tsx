'use client';
import type { ReactElement } from 'react';
import type { PendingItem } from '../../approval/pending.js';
import type { DeferredCall } from '../../protocol/deferred.js';
import { useStrings } from '../strings-provider.js';
import { whyAsked } from './describe-item.js';

/** Props of {@link CardReason}. */
export interface CardReasonProps {
  readonly item: PendingItem;
  readonly agentPath: readonly string[];
}

/** Why a person is asked and by whom, how bad it could be, and what the call is about. */
export function CardReason({ item, agentPath }: CardReasonProps): ReactElement {
  const strings = useStrings().approval;
  return (
    <>
      <p data-slot="card-why">
        <bdi>{whyAsked(item.metadata, strings)}</bdi>{' '}
        {agentPath.length > 1 ? <bdi>{strings.requestedBy(agentPath)}</bdi> : null}
      </p>
      <CardTags call={item.call} />
      {item.call.summary === undefined ? null : (
        <p data-slot="card-summary" dir="auto">
          {item.call.summary}
        </p>
      )}
    </>
  );
}

function CardTags({ call }: { readonly call: DeferredCall }): ReactElement | null {
  const strings = useStrings().approval;
  const facts = new Set([...(call.capabilities ?? []), ...(call.facts ?? [])]);
  if (call.risk === undefined && facts.size === 0) return null;
  return (
    <ul data-slot="tags">
      {call.risk === undefined ? null : (
        <li data-slot="tag" data-risk={call.risk}>
          {strings.risk[call.risk]}
        </li>
      )}
      {[...facts].map((fact) => (
        <li data-slot="tag" key={fact} dir="auto">
          {fact}
        </li>
      ))}
    </ul>
  );
}
