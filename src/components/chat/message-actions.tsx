'use client';
import {
  type ForwardRefExoticComponent,
  forwardRef,
  type MouseEvent,
  type ReactElement,
  type RefAttributes,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import { useConversation } from '../../hooks/use-conversation.js';
import { countRan } from '../../store/ran-calls.js';
import type { ConversationState } from '../../store/state/conversation-state.js';
import { refusedOf } from '../../store/state/refused-state.js';
import { focusComposer } from '../composer/focus-composer.js';
import { focusedElement } from '../page-realm.js';
import { Button } from '../part/button.js';
import { composeRefs } from '../part/compose-refs.js';
import { type PartProps, type PartState, renderPart } from '../part/part.js';
import { useWords } from '../strings-provider.js';
import { useChat } from './chat-context.js';
import { chatStrings } from './chat-strings.js';
import { useMessage } from './message-context.js';

/** `asking`: calls of the answer ran, which somebody should know before they take it back. */
type RegenerateState = Readonly<{ state: 'ready' | 'asking' }>;

const quiet = { type: 'button', 'data-look': 'quiet' } as const;

/** Opens the editor of the last message that the person sent. Rendered only there, and only while no run goes on. */
export const ChatEdit: ForwardRefExoticComponent<ChatEdit.Props & RefAttributes<HTMLButtonElement>> = forwardRef(
  function ChatEdit({ children, ...props }, ref): ReactElement | null {
    const { run } = useChat('Edit');
    const { message, mode, setMode } = useMessage('Edit');
    const strings = useWords(chatStrings);
    const isLast = useConversation(run, (state) => isResting(state) && lastSaid(state)?.id === message.id);
    const button = useRef<HTMLButtonElement>(null);
    const wasEditing = useRef(false);
    useEffect(() => {
      const hasClosed = wasEditing.current && mode === 'shown';
      wasEditing.current = mode === 'editing';
      // The editor took the focus away with it, unless that went on to somewhere else.
      if (hasClosed && button.current !== null && focusedElement(button.current) === null) button.current.focus();
    }, [mode]);
    if (!isLast || mode === 'editing') return null;
    const own = { ...quiet, 'data-action': 'edit-message', onClick: () => setMode('editing') };
    return renderPart<'button', PartState>(
      'button',
      { ...props, children: children ?? strings.edit },
      { slot: 'button', state: {}, own, ref: composeRefs(ref, button) },
    );
  },
);

export declare namespace ChatEdit {
  type Props = PartProps<'button', PartState>;
  type State = PartState;
}

/**
 * Takes the last answer back and has it made anew. Rendered only there, and only while no run goes on; by the person's own message where
 * no answer came.
 */
export const ChatRegenerate: ForwardRefExoticComponent<ChatRegenerate.Props & RefAttributes<HTMLButtonElement>> =
  forwardRef(function ChatRegenerate({ children, ...props }, ref): ReactElement | null {
    const { run } = useChat('Regenerate');
    const { message } = useMessage('Regenerate');
    const strings = useWords(chatStrings);
    const button = useRef<HTMLButtonElement>(null);
    const noteId = useId();
    const [state, setState] = useState<'ready' | 'asking'>('ready');
    const [problem, setProblem] = useState<string>();
    // A request that was refused for its content would be refused again: `RunStatus` offers another way.
    const isLast = useConversation(
      run,
      (now) => isResting(now) && refusedOf(now) === undefined && now.messages.at(-1)?.id === message.id,
    );
    const ran = useConversation(run, countRan);
    if (!isLast) return null;

    const regenerate = (event: MouseEvent<HTMLElement>): void => {
      try {
        focusComposer(event.currentTarget); // the button goes away with the answer
        run.regenerate();
      } catch (error) {
        setProblem(error instanceof Error ? error.message : String(error));
      }
    };
    const own = {
      ...quiet,
      'data-action': 'regenerate',
      'aria-expanded': ran === 0 ? undefined : state === 'asking',
      onClick: (event: MouseEvent<HTMLElement>) => (ran === 0 ? regenerate(event) : setState('asking')),
    };
    return (
      <div data-cs="message-actions">
        {renderPart<'button', RegenerateState>(
          'button',
          { ...props, children: children ?? strings.regenerate },
          { slot: 'button', state: { state }, own, ref: composeRefs(ref, button) },
        )}
        {state === 'ready' ? null : (
          <fieldset data-cs="regenerate-note" aria-labelledby={noteId}>
            <p id={noteId}>{strings.alreadyRan(ran)}</p>
            <Button action="regenerate-anyway" onPress={regenerate}>
              {strings.regenerateAnyway}
            </Button>
            <Button
              action="cancel"
              look="quiet"
              onPress={() => {
                setState('ready');
                button.current?.focus();
              }}
            >
              {strings.cancel}
            </Button>
          </fieldset>
        )}
        <div data-cs="message-problem" role="alert" dir="auto">
          {problem === undefined ? null : escapeUnseen(problem)}
        </div>
      </div>
    );
  });

export declare namespace ChatRegenerate {
  type Props = PartProps<'button', RegenerateState>;
  type State = RegenerateState;
}

/** Whether nothing goes on and nothing waits, so that the last message may be taken back. */
export function isResting({ status }: ConversationState): boolean {
  return status === 'idle' || status === 'failed';
}

function lastSaid({ messages }: ConversationState): { readonly id: string } | undefined {
  for (let index = messages.length - 1; index >= 0; index--)
    if (messages[index]?.role === 'user') return messages[index];
  return undefined;
}
