'use client';
import { type MouseEvent, useEffect, useId, useRef, useState } from 'react';
import { conversationsStrings } from '../../words/english/conversations.js';
import { Button } from '../part/button.js';
import { LineField } from '../part/line-field.js';
import { type NoState, type Part, part, type Without } from '../part/part.js';
import { useWithin } from '../part/use-within.js';
import { useWords } from '../strings-provider.js';
import { quoteSafely } from '../value/visible-text.js';
import { focusLine, focusMore, listAround } from './conversation-focus.js';
import { ConversationLineContext } from './conversation-line.js';
import { ConversationsContext } from './conversations-context.js';

/** A field for another title, once requested: Enter saves it, Escape cancels. The focus returns to the line. */
export const ConversationTitleField: Part<'form', NoState, Without<'children'>> = part(
  'Conversations.TitleField',
  'form',
  (props) => {
    const { mode } = useWithin(ConversationLineContext, 'Conversations.TitleField');
    return mode === 'rename' ? <OpenTitleField {...props} /> : null;
  },
);

const OpenTitleField: typeof ConversationTitleField = part('Conversations.OpenTitleField', 'form', (props, render) => {
  const { actions, say } = useWithin(ConversationsContext, 'Conversations.TitleField');
  const { entry, title, change, listAction } = useWithin(ConversationLineContext, 'Conversations.TitleField');
  const strings = useWords(conversationsStrings);
  const [text, setText] = useState(entry.title ?? title);
  const isBusy = listAction.state.status === 'busy';
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  const keep = async (form: HTMLElement): Promise<void> => {
    const wanted = text.trim();
    if (!/[\p{L}\p{N}\p{S}]/u.test(wanted)) return listAction.showProblem(strings.noTitle);
    const list = listAround(form);
    if (!(await listAction.attempt(() => actions.rename?.(entry.id, wanted)))) return;
    focusLine(list, entry.id);
    change('closed');
    say(strings.done.renamed(quoteSafely(wanted)));
  };
  const children = (
    <>
      <LineField
        label={strings.newTitle}
        slot="title-input"
        field={field}
        aria-invalid={listAction.state.status === 'failed' || undefined}
        value={text}
        readOnly={isBusy}
        onText={setText}
      />
      <div data-cs="actions">
        <button
          type="submit"
          data-cs="button"
          data-action="save"
          data-look="primary"
          aria-disabled={isBusy || undefined}
        >
          {strings.save}
        </button>
        <Button
          action="cancel"
          look="quiet"
          unavailable={isBusy}
          onPress={({ currentTarget }) => {
            focusMore(currentTarget);
            change('closed');
          }}
        >
          {strings.cancel}
        </Button>
      </div>
    </>
  );
  return render(props, {
    'data-cs': 'conversation-form',
    'aria-label': strings.renameNamed(quoteSafely(title)),
    onSubmit: (event) => {
      event.preventDefault();
      void keep(event.currentTarget);
    },
    children,
  });
});

/**
 * The confirmation to delete a conversation, once requested, with what is deleted. Afterwards the focus moves to the
 * next line; if the open one was deleted, the next is opened, or else a new one begun.
 */
export const ConversationDeleteQuestion: Part<'div', NoState, Without<'children'>> = part(
  'Conversations.DeleteQuestion',
  'div',
  (props) => {
    const { mode } = useWithin(ConversationLineContext, 'Conversations.DeleteQuestion');
    return mode === 'delete' ? <OpenDeleteQuestion {...props} /> : null;
  },
);

const OpenDeleteQuestion: typeof ConversationDeleteQuestion = part(
  'Conversations.OpenDeleteQuestion',
  'div',
  (props, render) => {
    const { change, listAction, title, status } = useWithin(ConversationLineContext, 'Conversations.DeleteQuestion');
    const strings = useWords(conversationsStrings);
    const remove = useDeletion();
    const id = useId();
    const keepIt = useRef<HTMLButtonElement>(null);
    useEffect(() => keepIt.current?.focus(), []);
    const isBusy = listAction.state.status === 'busy';
    const meanwhile = strings.deleteWhile[status];
    const children = (
      <>
        <p data-cs="conversation-question" id={id}>
          {strings.deleteAsk(quoteSafely(title))}
        </p>
        <p data-cs="client-tool-note" id={`${id}about`}>
          {meanwhile === undefined ? strings.deleteLoses : `${meanwhile} ${strings.deleteLoses}`}
        </p>
        <div data-cs="actions">
          <button
            ref={keepIt}
            type="button"
            data-cs="button"
            data-action="keep"
            aria-disabled={isBusy || undefined}
            onClick={({ currentTarget }) => {
              if (change('closed')) focusMore(currentTarget);
            }}
          >
            {strings.deleteNot}
          </button>
          <Button
            action="confirm-delete"
            look="danger"
            aria-label={strings.deleteNamed(quoteSafely(title))}
            unavailable={isBusy}
            onPress={(event) => void remove(event)}
          >
            {strings.deleteYes}
          </Button>
        </div>
      </>
    );
    return render(props, {
      'data-cs': 'conversation-form',
      role: 'group',
      'aria-labelledby': id,
      'aria-describedby': `${id}about`,
      children,
    });
  },
);

/** Deletes the conversation of the line, and continues with the next one. */
function useDeletion(): (event: MouseEvent<HTMLElement>) => Promise<void> {
  const { actions, conversations, selected, onSelect, onStart, say } = useWithin(
    ConversationsContext,
    'Conversations.DeleteQuestion',
  );
  const { entry, title, change, listAction } = useWithin(ConversationLineContext, 'Conversations.DeleteQuestion');
  const strings = useWords(conversationsStrings);
  return async ({ currentTarget, detail }) => {
    // The second press of a double click was meant for the previous button.
    if (detail > 1) return;
    const list = listAround(currentTarget);
    const at = conversations.findIndex(({ id }) => id === entry.id);
    const next = conversations[at + 1] ?? conversations[at - 1];
    if (!(await listAction.attempt(() => actions.delete?.(entry.id)))) return;
    say(strings.done.deleted(quoteSafely(title)));
    focusLine(list, next?.id);
    change('closed');
    if (selected !== entry.id) return;
    if (next === undefined) onStart?.();
    else onSelect(next.id);
  };
}
