'use client';
import {
  type ChangeEvent,
  type ForwardRefExoticComponent,
  forwardRef,
  type ReactElement,
  type RefAttributes,
  useContext,
  useRef,
} from 'react';
import { type NoState, type PartProps, renderPart } from '../part/part.js';
import { useWords } from '../strings-provider.js';
import { quoteSafely } from '../value/visible-text.js';
import { ConversationLineContext, isNoConversation } from './conversation-line.js';
import { useConversations } from './conversations-context.js';
import { conversationsStrings } from './conversations-strings.js';

/** Makes another conversation of a file that was exported. Rendered only where the list can. */
export const ConversationsImport: ForwardRefExoticComponent<
  ConversationsImport.Props & RefAttributes<HTMLButtonElement>
> = forwardRef(function ConversationsImport(props: ConversationsImport.Props, ref): ReactElement | null {
  const { actions, trial, say } = useConversations('Import');
  const strings = useWords(conversationsStrings);
  const picker = useRef<HTMLInputElement>(null);
  if (actions.import === undefined) return null;
  const read = async (file: File): Promise<void> => {
    const name = quoteSafely(file.name);
    let isOther = false;
    const isDone = await trial.attempt(async () => {
      try {
        await actions.import?.(JSON.parse(await file.text()));
      } catch (error) {
        isOther = isNoConversation(error);
        throw error;
      }
    });
    if (isOther) trial.tell(strings.notImported(name));
    else if (isDone) say(strings.done.imported(name));
  };
  const onChange = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    const [file] = target.files ?? [];
    if (file !== undefined) void read(file);
    target.value = ''; // or the same file could not be picked again
  };
  const own = {
    type: 'button',
    'data-action': 'import',
    'data-look': 'quiet',
    'aria-disabled': trial.state.status === 'busy' || undefined,
    onClick: () => picker.current?.click(),
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
      {renderPart<'button', NoState>(
        'button',
        { children: strings.import, ...props },
        { slot: 'button', state: {}, own, ref },
      )}
    </>
  );
});

export declare namespace ConversationsImport {
  type Props = PartProps<'button', NoState>;
}

/** What went wrong: within a line with its conversation, else with an import. Nothing while nothing did. */
export const ConversationProblem: ForwardRefExoticComponent<
  ConversationProblem.Props & RefAttributes<HTMLParagraphElement>
> = forwardRef(function ConversationProblem(props: ConversationProblem.Props, ref): ReactElement | null {
  const { trial: ofList } = useConversations('Problem');
  const { state } = useContext(ConversationLineContext)?.trial ?? ofList;
  if (state.status !== 'failed') return null;
  const part = { slot: 'problem', state: {}, own: { role: 'alert', dir: 'auto' }, ref };
  return renderPart<'p', NoState>('p', { children: state.problem, ...props }, part);
});

export declare namespace ConversationProblem {
  type Props = PartProps<'p', NoState>;
}
