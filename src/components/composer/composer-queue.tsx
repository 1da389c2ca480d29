'use client';
import type { ReactElement } from 'react';
import type { ConversationState, UserInput } from '../../conversation/state/conversation-state.js';
import { useConversation } from '../../hooks/use-conversation.js';
import { type ComposerStrings, composerStrings } from '../../words/english/chat.js';
import { Button } from '../part/button.js';
import { type Part, part } from '../part/part.js';
import { useWithin } from '../part/use-within.js';
import { useWords } from '../strings-provider.js';
import { ComposerContext } from './composer-context.js';

/**
 * The messages that are not sent yet: those that the active run reads after its current step, then those that are sent
 * once it has completed. Each has buttons that move and remove it. A run that does not complete holds messages back.
 * Below them, a warning about calls that a message would end. It stays mounted, so that it is announced.
 */
export const ComposerQueue: Part<'div', { count: number }> = part(
  'Composer.Queue',
  'div',
  ({ children, ...props }, render) => {
    const { run, field, sending, leftOpen, sendQueued, warningId } = useWithin(ComposerContext, 'Composer.Queue');
    const strings = useWords(composerStrings);
    const queued = useConversation(run, (state) => state.queued);
    const steering = useConversation(run, (state) => state.steering);
    const until = useConversation(run, untilOf);
    // The button is removed with the message.
    const remove = (input: UserInput): boolean => {
      field.current?.focus();
      return run.unqueue(input);
    };
    const steer = (input: UserInput): void => {
      field.current?.focus();
      run.steer(input);
    };
    const wait = (input: UserInput): void => {
      if (remove(input)) run.start(input);
    };
    const isHeld = until === 'held' || until === 'parked';
    const sendNow = isHeld ? sendQueued : steering === null ? undefined : steer;
    const items = (
      <>
        {steering?.map(({ id, input }) => (
          <QueuedMessage key={id} action="wait" onMove={() => wait(input)} onRemove={() => remove(input)}>
            {strings.steering(queuedText(input, strings), until === 'batch' ? 'batch' : 'step')}
          </QueuedMessage>
        ))}
        {queued.map((input, index) => (
          <QueuedMessage
            // biome-ignore lint/suspicious/noArrayIndexKey: a queue has no other identity than its order
            key={index}
            action="send-queued"
            onMove={sendNow && (() => sendNow(input))}
            onRemove={() => remove(input)}
          >
            {strings.queued(queuedText(input, strings), until)}
          </QueuedMessage>
        ))}
      </>
    );
    const inside = (
      <>
        {children ?? items}
        {sending === 'ends' ? (
          <p data-cs="composer-warning" id={warningId}>
            {strings.sendingEnds(leftOpen)}
          </p>
        ) : null}
      </>
    );
    return render(props, {
      'data-cs': 'composer-queued',
      state: { count: queued.length + (steering?.length ?? 0) },
      role: 'status',
      children: inside,
    });
  },
);

interface QueuedMessageProps {
  /** `send-queued` sends the message now, `wait` after the run. */
  readonly action: 'send-queued' | 'wait';
  readonly onMove: (() => void) | undefined;
  readonly onRemove: () => void;
  readonly children: string;
}

function QueuedMessage({ action, onMove, onRemove, children }: QueuedMessageProps): ReactElement {
  const strings = useWords(composerStrings);
  return (
    <div data-cs="queued-message">
      <p dir="auto">{children}</p>
      {onMove === undefined ? null : (
        <Button action={action} look="quiet" onPress={onMove}>
          {action === 'wait' ? strings.sendWhenDone : strings.sendQueued}
        </Button>
      )}
      <Button action="unqueue" look="quiet" onPress={onRemove}>
        {strings.unqueue}
      </Button>
    </div>
  );
}

/** Returns the event that queued messages wait for. A run that was stopped, failed or left calls open sends none. */
function untilOf({ pending, status, outcome, parked }: ConversationState): 'batch' | 'run' | 'held' | 'parked' {
  if (pending.length > 0) return 'batch';
  if (parked !== null) return 'parked';
  return status === 'failed' || (status === 'idle' && outcome?.type === 'aborted') ? 'held' : 'run';
}

function queuedText(input: UserInput, strings: ComposerStrings): string {
  if (typeof input === 'string') return input;
  const texts = input.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  const files = input.length - texts.length;
  return [...texts, ...(files === 0 ? [] : [strings.queuedFiles(files)])].join(', ');
}
