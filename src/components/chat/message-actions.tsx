'use client';
import { type MouseEvent, useEffect, useId, useRef, useState } from 'react';
import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import { countRan } from '../../conversation/ran-calls.js';
import type { ConversationState } from '../../conversation/state/conversation-state.js';
import { refusedOf } from '../../conversation/state/refused-state.js';
import { useConversation } from '../../hooks/use-conversation.js';
import { chatStrings } from '../../words/english/chat.js';
import { focusComposer } from '../composer/focus-composer.js';
import { focusedElement } from '../page-realm.js';
import { Button } from '../part/button.js';
import { type Part, part } from '../part/part.js';
import { useWithin } from '../part/use-within.js';
import { Glyph } from '../shared/glyph.js';
import { useWords } from '../strings-provider.js';
import { ChatContext } from './chat-context.js';
import { MessageContext } from './message-context.js';

/** `asking`: calls of the answer were executed, which the user has to confirm before removing it. */
type RegenerateState = Readonly<{ state: 'ready' | 'asking' }>;

const quiet = { 'data-look': 'quiet' } as const;

/** Opens the editor of the last message that the user sent. Rendered only there, and only while no run is active. */
export const ChatEdit: Part<'button'> = part('Chat.Edit', 'button', (props, render) => {
  const { run } = useWithin(ChatContext, 'Chat.Edit');
  const { message, mode, setMode } = useWithin(MessageContext, 'Chat.Edit');
  const strings = useWords(chatStrings);
  const isLast = useConversation(run, (state) => isResting(state) && lastUserMessage(state)?.id === message.id);
  const button = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    const hasClosed = wasEditing.current && mode === 'shown';
    wasEditing.current = mode === 'editing';
    // The closing editor removed the focused element, unless the focus had moved on.
    if (hasClosed && button.current !== null && focusedElement(button.current) === null) button.current.focus();
  }, [mode]);
  if (!isLast || mode === 'editing') return null;
  return render(props, {
    ...quiet,
    'data-action': 'edit-message',
    onClick: () => setMode('editing'),
    'aria-label': strings.edit,
    title: strings.edit,
    ref: button,
    children: <Glyph name="pen" />,
  });
});

/**
 * Removes the last answer and requests a new one. Rendered only there, and only while no run is active; at the user's
 * own message without an answer.
 */
export const ChatRegenerate: Part<'button', RegenerateState> = part('Chat.Regenerate', 'button', (props, render) => {
  const { run } = useWithin(ChatContext, 'Chat.Regenerate');
  const { message } = useWithin(MessageContext, 'Chat.Regenerate');
  const strings = useWords(chatStrings);
  const button = useRef<HTMLButtonElement>(null);
  const noteId = useId();
  const [state, setState] = useState<'ready' | 'asking'>('ready');
  const [problem, setProblem] = useState<string>();
  // A request whose content was refused would be refused again: `RunStatus` offers another action.
  const isLast = useConversation(
    run,
    (now) => isResting(now) && refusedOf(now) === undefined && now.messages.at(-1)?.id === message.id,
  );
  const ran = useConversation(run, countRan);
  if (!isLast) return null;

  const regenerate = (event: MouseEvent<HTMLElement>): void => {
    try {
      focusComposer(event.currentTarget); // the button is removed with the answer
      run.regenerate();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <div data-cs="message-actions">
      {render(props, {
        state: { state },
        ...quiet,
        'data-action': 'regenerate',
        'aria-expanded': ran === 0 ? undefined : state === 'asking',
        onClick: (event) => (ran === 0 ? regenerate(event) : setState('asking')),
        'aria-label': strings.regenerate,
        title: strings.regenerate,
        ref: button,
        children: <Glyph name="again" />,
      })}
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

/** Returns `true` when no run is active and no call is pending, so that the last message may be removed. */
export function isResting({ status }: ConversationState): boolean {
  return status === 'idle' || status === 'failed';
}

function lastUserMessage({ messages }: ConversationState): { readonly id: string } | undefined {
  for (let index = messages.length - 1; index >= 0; index--)
    if (messages[index]?.role === 'user') return messages[index];
  return undefined;
}
