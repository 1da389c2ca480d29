'use client';
import type { ConversationState, UserInput } from '../../conversation/state/conversation-state.js';
import { useConversation } from '../../hooks/use-conversation.js';
import { type ComposerStrings, composerStrings } from '../../words/english/chat.js';
import { Button } from '../part/button.js';
import { type Part, part } from '../part/part.js';
import { useWithin } from '../part/use-within.js';
import { useWords } from '../strings-provider.js';
import { ComposerContext } from './composer-context.js';

/**
 * The messages that are sent once the run has completed, each with a button that removes it; a run that does not
 * complete holds them back. Below them, a warning about calls that a message would end. It stays mounted, so that it is
 * announced.
 */
export const ComposerQueue: Part<'div', { count: number }> = part(
  'Composer.Queue',
  'div',
  ({ children, ...props }, render) => {
    const { run, field, sending, leftOpen, sendQueued, warningId } = useWithin(ComposerContext, 'Composer.Queue');
    const strings = useWords(composerStrings);
    const queued = useConversation(run, (state) => state.queued);
    const until = useConversation(run, untilOf);
    const take = (input: UserInput): void => {
      field.current?.focus(); // the button is removed with the message
      run.unqueue(input);
    };
    const items = queued.map((input, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a queue has no other identity than its order
      <div key={index} data-cs="queued-message">
        <p dir="auto">{strings.queued(queuedText(input, strings), until)}</p>
        {until === 'held' || until === 'parked' ? (
          <Button action="send-queued" look="quiet" onPress={() => sendQueued(input)}>
            {strings.sendQueued}
          </Button>
        ) : null}
        <Button action="unqueue" look="quiet" onPress={() => take(input)}>
          {strings.unqueue}
        </Button>
      </div>
    ));
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
      state: { count: queued.length },
      role: 'status',
      children: inside,
    });
  },
);

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
