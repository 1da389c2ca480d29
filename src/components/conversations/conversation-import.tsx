'use client';
import { type ChangeEvent, useContext, useRef } from 'react';
import { conversationsStrings } from '../../words/english/conversations.js';
import { type Part, part } from '../part/part.js';
import { useWithin } from '../part/use-within.js';
import { useWords } from '../strings-provider.js';
import { quoteSafely } from '../value/visible-text.js';
import { ConversationLineContext, isNoConversation } from './conversation-line.js';
import { ConversationsContext } from './conversations-context.js';

/** Imports an exported conversation. Rendered only if the list supports it. */
export const ConversationsImport: Part<'button'> = part('Conversations.Import', 'button', (props, render) => {
  const { actions, listAction, say } = useWithin(ConversationsContext, 'Conversations.Import');
  const strings = useWords(conversationsStrings);
  const picker = useRef<HTMLInputElement>(null);
  if (actions.import === undefined) return null;
  const read = async (file: File): Promise<void> => {
    const name = quoteSafely(file.name);
    let isOther = false;
    const isDone = await listAction.attempt(async () => {
      try {
        await actions.import?.(JSON.parse(await file.text()));
      } catch (error) {
        isOther = isNoConversation(error);
        throw error;
      }
    });
    if (isOther) listAction.showProblem(strings.notImported(name));
    else if (isDone) say(strings.done.imported(name));
  };
  const onChange = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    const [file] = target.files ?? [];
    if (file !== undefined) void read(file);
    target.value = ''; // otherwise the same file could not be chosen again
  };
  return (
    <>
      <input
        ref={picker}
        data-cs="conversation-file"
        type="file"
        hidden
        accept=".json,application/json"
        tabIndex={-1}
        aria-label={strings.import}
        onChange={onChange}
      />
      {render(props, {
        'data-action': 'import',
        'data-look': 'quiet',
        'aria-disabled': listAction.state.status === 'busy' || undefined,
        onClick: () => picker.current?.click(),
        children: strings.import,
      })}
    </>
  );
});

/** The last error: in a line, of its conversation, else of an import. Renders nothing without one. */
export const ConversationProblem: Part<'p'> = part('Conversations.Problem', 'p', (props, render) => {
  const { listAction: ofList } = useWithin(ConversationsContext, 'Conversations.Problem');
  const { state } = useContext(ConversationLineContext)?.listAction ?? ofList;
  if (state.status !== 'failed') return null;
  return render(props, { 'data-cs': 'problem', role: 'alert', dir: 'auto', children: state.problem });
});
