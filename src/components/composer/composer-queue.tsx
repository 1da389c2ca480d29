'use client';
import { type ForwardRefExoticComponent, forwardRef, type ReactElement, type RefAttributes } from 'react';
import { useConversation } from '../../hooks/use-conversation.js';
import type { ConversationState, UserInput } from '../../store/conversation-state.js';
import { type PartProps, renderPart } from '../part/part.js';
import { useStrings } from '../strings-provider.js';
import { useComposer } from './composer-context.js';
import type { ComposerStrings } from './composer-strings.js';

type QueueState = Readonly<{ count: number }>;

/** Messages that are sent once the run has completed, each with the way to take it back; one that did not complete holds them. It stays in the page, so that it is read out. */
export const ComposerQueue: ForwardRefExoticComponent<ComposerQueue.Props & RefAttributes<HTMLDivElement>> = forwardRef(
  function ComposerQueue({ children, ...props }, ref): ReactElement {
    const { run, field } = useComposer('Queue');
    const strings = useStrings().chat;
    const queued = useConversation(run, (state) => state.queued);
    const until = useConversation(run, untilOf);
    const take = (input: UserInput): void => {
      field.current?.focus(); // the button goes away with the message
      run.unqueue(input);
    };
    const send = (input: UserInput): void => {
      field.current?.focus();
      if (run.unqueue(input)) run.start(input);
    };
    const items = queued.map((input, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a queue has no other identity than its order
      <div key={index} data-cs="queued-message">
        <p dir="auto">{strings.queued(queuedText(input, strings), until)}</p>
        {until === 'held' ? (
          <button
            type="button"
            data-cs="button"
            data-action="send-queued"
            data-look="quiet"
            onClick={() => send(input)}
          >
            {strings.sendQueued}
          </button>
        ) : null}
        <button type="button" data-cs="button" data-action="unqueue" data-look="quiet" onClick={() => take(input)}>
          {strings.unqueue}
        </button>
      </div>
    ));
    return renderPart<'div', QueueState>(
      'div',
      { ...props, children: children ?? items },
      { slot: 'composer-queued', state: { count: queued.length }, own: { role: 'status' }, ref },
    );
  },
);

export declare namespace ComposerQueue {
  type Props = PartProps<'div', QueueState>;
  type State = QueueState;
}

/** What the messages wait for. A run that was stopped or failed sends none. */
function untilOf({ pending, status, outcome }: ConversationState): 'batch' | 'run' | 'held' {
  if (pending.length > 0) return 'batch';
  return status === 'failed' || (status === 'idle' && outcome?.type === 'aborted') ? 'held' : 'run';
}

function queuedText(input: UserInput, strings: ComposerStrings): string {
  if (typeof input === 'string') return input;
  const texts = input.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  const files = input.length - texts.length;
  return [...texts, ...(files === 0 ? [] : [strings.queuedFiles(files)])].join(', ');
}
