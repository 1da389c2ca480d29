'use client';
import { type ReactElement, useRef } from 'react';
import type { PendingItem } from '../../approval/broker/pending.js';
import type { UseAgentRunResult } from '../../hooks/use-agent-run.js';
import { toTitle } from '../../protocol/base/words.js';
import { ToolFailed } from '../../protocol/signals.js';
import { outletStrings } from '../../words/english/card.js';
import { Button } from '../part/button.js';
import { OutletBoundary } from '../shared/outlet-boundary.js';
import { useDecision } from '../shared/use-decision.js';
import { useFocusHandoff } from '../shared/use-focus-handoff.js';
import { useWords } from '../strings-provider.js';
import { DecidedOutlet } from './decided-outlet.js';
import { OpenOutlet } from './open-outlet.js';
import { OutletFrame } from './outlet-frame.js';

/** Props of {@link ClientToolOutlet}. */
interface ClientToolOutletProps {
  /** The conversation of the call; its `clientTools` say what to render. */
  readonly run: UseAgentRunResult;
  /** The external call whose result is produced here. */
  readonly item: PendingItem;
}

/** An external call that is executed in the page: the app's component in a card, or a line while a function works. */
export function ClientToolOutlet(props: ClientToolOutletProps): ReactElement {
  // Another call is another card: typed text and choices of one call are not used for the next.
  return (
    <OutletBoundary key={props.item.id} renderFailure={(message) => <PlainOutlet {...props} message={message} />}>
      <ItemOutlet {...props} />
    </OutletBoundary>
  );
}

function ItemOutlet({ run, item }: ClientToolOutletProps): ReactElement {
  const cardRef = useRef<HTMLElement>(null);
  const claimFocus = useFocusHandoff(cardRef, item.state.status === 'decided');
  if (item.state.status === 'decided') {
    return <DecidedOutlet call={item.call} decided={item.state} cardRef={cardRef} />;
  }
  return <OpenOutlet run={run} item={item} cardRef={cardRef} onAnswer={claimFocus} />;
}

/** The replacement for an outlet that threw, which lets the user end the call. */
function PlainOutlet({ run, item, message }: ClientToolOutletProps & { readonly message: string }): ReactElement {
  const { crashed, failWith } = useWords(outletStrings);
  const cardRef = useRef<HTMLElement>(null);
  const { attempt, press } = useDecision(run, item);
  const { call, state } = item;
  const isOpen = state.status !== 'decided';
  const frame = { cardRef, toolCallId: call.toolCallId, title: toTitle(call.toolName), glyph: 'broken' } as const;
  return (
    <OutletFrame {...frame} state={isOpen ? 'waiting' : 'decided'} isBusy={attempt.status === 'sending'}>
      <p data-cs="card-failed" dir="auto">
        {crashed(message)}
      </p>
      {isOpen ? (
        <div data-cs="actions">
          <Button action="fail" look="danger" onPress={() => press(new ToolFailed(crashed(message)))}>
            {failWith}
          </Button>
        </div>
      ) : null}
    </OutletFrame>
  );
}
