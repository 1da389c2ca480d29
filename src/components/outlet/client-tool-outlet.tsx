'use client';
import { type ReactElement, useRef } from 'react';
import type { PendingItem } from '../../approval/pending.js';
import type { UseAgentRunResult } from '../../hooks/use-agent-run.js';
import { useFocusHandoff } from '../shared/use-focus-handoff.js';
import { DecidedOutlet } from './decided-outlet.js';
import { OpenOutlet } from './open-outlet.js';

/** Props of {@link ClientToolOutlet}. */
export interface ClientToolOutletProps {
  /** The conversation that waits; its `clientTools` say what to render. */
  readonly run: UseAgentRunResult;
  /** The external call whose result is produced here. */
  readonly item: PendingItem;
}

/** An external call that is carried out in the page: the app's component in a card, or a line while a function works. */
export function ClientToolOutlet(props: ClientToolOutletProps): ReactElement {
  // Another call is another card: what was typed or chosen for one is no answer to the next.
  return <ItemOutlet key={props.item.id} {...props} />;
}

function ItemOutlet({ run, item }: ClientToolOutletProps): ReactElement {
  const cardRef = useRef<HTMLElement>(null);
  const claimFocus = useFocusHandoff(cardRef, item.state.status === 'decided');
  if (item.state.status === 'decided') {
    return <DecidedOutlet call={item.call} decided={item.state} cardRef={cardRef} />;
  }
  return <OpenOutlet run={run} item={item} cardRef={cardRef} onAnswer={claimFocus} />;
}
