'use client';
import {
  type FormEvent,
  type ForwardRefExoticComponent,
  forwardRef,
  type MouseEvent,
  type ReactElement,
  type Ref,
  type RefAttributes,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { Button } from '../part/button.js';
import { LineField } from '../part/line-field.js';
import { type NoState, type PartProps, renderPart } from '../part/part.js';
import { useWords } from '../strings-provider.js';
import { quoteSafely } from '../value/visible-text.js';
import { focusLine, focusMore, listAround } from './conversation-focus.js';
import { useConversationLine } from './conversation-line.js';
import { useConversations } from './conversations-context.js';
import { conversationsStrings } from './conversations-strings.js';

/** Props of `Conversations.TitleField`. */
export type ConversationTitleFieldProps = Omit<PartProps<'form', NoState>, 'children'>;

/** A field for another title, once that was asked for: Enter keeps it, Escape leaves the old one. The focus goes back to the line. */
export const ConversationTitleField: ForwardRefExoticComponent<
  ConversationTitleFieldProps & RefAttributes<HTMLFormElement>
> = forwardRef(function ConversationTitleField(props: ConversationTitleFieldProps, ref): ReactElement | null {
  const { mode } = useConversationLine('TitleField');
  return mode === 'rename' ? <OpenTitleField {...props} formRef={ref} /> : null;
});

export declare namespace ConversationTitleField {
  type Props = ConversationTitleFieldProps;
}

type OpenTitleFieldProps = ConversationTitleFieldProps & { readonly formRef: Ref<HTMLFormElement> };

function OpenTitleField({ formRef, ...props }: OpenTitleFieldProps): ReactElement {
  const { actions, say } = useConversations('TitleField');
  const { entry, title, change, trial } = useConversationLine('TitleField');
  const strings = useWords(conversationsStrings);
  const [text, setText] = useState(entry.title ?? title);
  const isBusy = trial.state.status === 'busy';
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  const keep = async (form: HTMLElement): Promise<void> => {
    const wanted = text.trim();
    if (!/[\p{L}\p{N}\p{S}]/u.test(wanted)) return trial.tell(strings.noTitle);
    const list = listAround(form);
    if (!(await trial.attempt(() => actions.rename?.(entry.id, wanted)))) return;
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
        aria-invalid={trial.state.status === 'failed' || undefined}
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
  const own = {
    'aria-label': strings.renameNamed(quoteSafely(title)),
    onSubmit: (event: FormEvent<HTMLElement>) => {
      event.preventDefault();
      void keep(event.currentTarget);
    },
  };
  const part = { slot: 'conversation-form', state: {}, own, ref: formRef };
  return renderPart<'form', NoState>('form', { ...props, children }, part);
}

/** Props of `Conversations.DeleteQuestion`. */
export type ConversationDeleteQuestionProps = Omit<PartProps<'div', NoState>, 'children'>;

/**
 * Whether a conversation is to be deleted, and what goes with it, once that was asked for. After it, the focus goes to the next line; if the one that
 * is open was deleted, the next is opened, or where there is none, another begun.
 */
export const ConversationDeleteQuestion: ForwardRefExoticComponent<
  ConversationDeleteQuestionProps & RefAttributes<HTMLDivElement>
> = forwardRef(function ConversationDeleteQuestion(props: ConversationDeleteQuestionProps, ref): ReactElement | null {
  const { mode } = useConversationLine('DeleteQuestion');
  return mode === 'delete' ? <OpenDeleteQuestion {...props} setRef={ref} /> : null;
});

export declare namespace ConversationDeleteQuestion {
  type Props = ConversationDeleteQuestionProps;
}

type OpenDeleteQuestionProps = ConversationDeleteQuestionProps & { readonly setRef: Ref<HTMLDivElement> };

function OpenDeleteQuestion({ setRef, ...props }: OpenDeleteQuestionProps): ReactElement {
  const { change, trial, title, status } = useConversationLine('DeleteQuestion');
  const strings = useWords(conversationsStrings);
  const remove = useDeletion();
  const id = useId();
  const keepIt = useRef<HTMLButtonElement>(null);
  useEffect(() => keepIt.current?.focus(), []);
  const isBusy = trial.state.status === 'busy';
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
        <button
          type="button"
          data-cs="button"
          data-action="confirm-delete"
          data-look="danger"
          aria-label={strings.deleteNamed(quoteSafely(title))}
          aria-disabled={isBusy || undefined}
          onClick={(event) => void remove(event)}
        >
          {strings.deleteYes}
        </button>
      </div>
    </>
  );
  const own = { role: 'group', 'aria-labelledby': id, 'aria-describedby': `${id}about` };
  const part = { slot: 'conversation-form', state: {}, own, ref: setRef };
  return renderPart<'div', NoState>('div', { ...props, children }, part);
}

/** Deletes the conversation of the line, and goes on with the next one. */
function useDeletion(): (event: MouseEvent<HTMLElement>) => Promise<void> {
  const { actions, conversations, selected, onSelect, onStart, say } = useConversations('DeleteQuestion');
  const { entry, title, change, trial } = useConversationLine('DeleteQuestion');
  const strings = useWords(conversationsStrings);
  return async ({ currentTarget, detail }) => {
    // The second press of a double click was meant for what was there before.
    if (detail > 1) return;
    const list = listAround(currentTarget);
    const at = conversations.findIndex(({ id }) => id === entry.id);
    const next = conversations[at + 1] ?? conversations[at - 1];
    if (!(await trial.attempt(() => actions.delete?.(entry.id)))) return;
    say(strings.done.deleted(quoteSafely(title)));
    focusLine(list, next?.id);
    change('closed');
    if (selected !== entry.id) return;
    if (next === undefined) onStart?.();
    else onSelect(next.id);
  };
}
