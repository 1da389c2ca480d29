'use client';
import { Fragment, type MouseEvent, useEffect, useId, useRef, useState } from 'react';
import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import type { UseAgentRunResult } from '../../hooks/use-agent-run.js';
import { useConversation } from '../../hooks/use-conversation.js';
import { type DeferredToolRequests, deferredCalls } from '../../protocol/deferred.js';
import { batchStrings } from '../../words/english/batch.js';
import { QueueContext } from '../card/queue-context.js';
import { Button } from '../part/button.js';
import { type Part, part } from '../part/part.js';
import { useWithin } from '../part/use-within.js';
import { Glyph } from '../shared/glyph.js';
import { awaitBatch } from '../shared/use-enter-batch.js';
import { useWords } from '../strings-provider.js';
import { shownTitle, useRegionName } from './use-region-name.js';

/** State of `Queue.Parked`: `data-state`. */
interface QueueParkedState {
  /** `asking`: the user is asked to confirm that the calls should end. */
  readonly state: 'parked' | 'asking';
}

/**
 * The calls that were left open for later, on one line: one button resumes them as the same cards, in the same
 * conversation; another ends them, after a confirmation. Renders nothing when no calls are parked, or nothing can
 * resume them.
 */
export const QueueParked: Part<'section', QueueParkedState> = part('Queue.Parked', 'section', (props) => {
  const run = useWithin(QueueContext, 'Queue.Parked');
  const parked = useConversation(run, (state) => state.parked);
  if (parked === null) return null;
  return <Bar key={parkedId(parked)} {...props} run={run} parked={parked} />;
});

/** Returns a key for parked calls. */
export function parkedId(parked: DeferredToolRequests): string {
  return deferredCalls(parked)
    .map(({ call }) => call.toolCallId)
    .join('\n');
}

interface BarProps {
  readonly run: UseAgentRunResult;
  readonly parked: DeferredToolRequests;
}

const Bar: Part<'section', QueueParkedState, BarProps> = part(
  'Queue.Bar',
  'section',
  ({ run, parked, ...props }, render) => {
    const strings = useWords(batchStrings);
    const id = useId();
    const [state, setState] = useState<QueueParkedState['state']>('parked');
    const actions = useFocusOnChange(state);
    const calls = deferredCalls(parked).map(({ call }) => call);
    const answer = ({ currentTarget }: MouseEvent): void => {
      awaitBatch(currentTarget.ownerDocument);
      run.resume();
    };
    const region = useRegionName({ titleId: id, call: calls[0], id: props.id });
    const buttons =
      state === 'parked' ? (
        <>
          <Button action="answer-parked" onPress={answer}>
            {strings.parkedAnswer}
          </Button>
          <Button action="give-up" look="quiet" onPress={() => setState('asking')}>
            {strings.parkedGiveUp}
          </Button>
        </>
      ) : (
        // The second press of a double click on “give up” must not press its replacement.
        <Fragment key="asking">
          <Button action="keep-parked" onPress={() => setState('parked')}>
            {strings.parkedKeep}
          </Button>
          <Button action="end-parked" look="danger" onPress={({ detail }) => (detail > 1 ? undefined : run.abandon())}>
            {strings.parkedEnd(calls.length)}
          </Button>
        </Fragment>
      );
    const children = (
      <>
        <Glyph name="bookmark" />
        <p data-cs="parked-title" id={id}>
          {strings.parked(calls.length)}
        </p>
        <ul data-cs="parked-calls">
          {calls.map((call) => (
            <li key={call.toolCallId} dir="auto">
              {escapeUnseen(shownTitle(call))}
            </li>
          ))}
        </ul>
        {state === 'asking' ? (
          <p data-cs="parked-warning" role="status">
            {strings.parkedWarning(calls.length)}
          </p>
        ) : null}
        <div data-cs="parked-actions" ref={actions}>
          {buttons}
        </div>
      </>
    );
    return render(props, { 'data-cs': 'parked-bar', state: { state }, ...region, children });
  },
);

/** Moves the focus when a press removes its button: to the replacement, the harmless one first. */
function useFocusOnChange(state: string): { readonly current: HTMLDivElement | null } {
  const actions = useRef<HTMLDivElement>(null);
  const before = useRef(state);
  useEffect(() => {
    if (before.current !== state) actions.current?.querySelector('button')?.focus();
    before.current = state;
  }, [state]);
  return actions;
}
