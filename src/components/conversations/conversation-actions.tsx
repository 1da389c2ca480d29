'use client';
import {
  type ForwardRefExoticComponent,
  forwardRef,
  type ReactElement,
  type Ref,
  type RefAttributes,
  useMemo,
  useRef,
} from 'react';
import { downloadText } from '../../feed/redact-events.js';
import { composeRefs } from '../part/compose-refs.js';
import { type NoState, type PartProps, renderPart } from '../part/part.js';
import { useEscape } from '../shared/use-escape.js';
import { useWords } from '../strings-provider.js';
import { quoteSafely } from '../value/visible-text.js';
import { focusMore } from './conversation-focus.js';
import { ConversationDeleteQuestion, ConversationTitleField } from './conversation-forms.js';
import { ConversationProblem } from './conversation-import.js';
import { hasActions, type LineMode, useConversationLine } from './conversation-line.js';
import { useConversations } from './conversations-context.js';
import { conversationsStrings } from './conversations-strings.js';

/** Props of the buttons of a line. */
export type ConversationButtonProps = PartProps<'button', NoState>;

type ConversationButton = ForwardRefExoticComponent<ConversationButtonProps & RefAttributes<HTMLButtonElement>>;

/** Shows what can be done with a conversation, and hides it. Rendered only where something can. */
export const ConversationMore: ConversationButton = forwardRef(
  function ConversationMore(props, ref): ReactElement | null {
    const { actions } = useConversations('More');
    const { entry, title, mode, change, trial } = useConversationLine('More');
    const strings = useWords(conversationsStrings);
    if (!hasActions(entry, actions)) return null;
    const own = {
      type: 'button',
      'data-action': 'more',
      'data-look': 'quiet',
      'aria-label': strings.actions(quoteSafely(title)),
      'aria-expanded': mode !== 'closed',
      'aria-disabled': trial.state.status === 'busy' || undefined,
      onClick: () => change(mode === 'closed' ? 'actions' : 'closed'),
    };
    return renderPart<'button', NoState>(
      'button',
      { children: '⋯', ...props },
      { slot: 'button', state: {}, own, ref },
    );
  },
);

export declare namespace ConversationMore {
  type Props = ConversationButtonProps;
}

type RowState = Readonly<{ mode: LineMode }>;

/** Props of `Conversations.Actions`. */
export type ConversationActionsProps = PartProps<'div', RowState>;

/** What can be done with a conversation, once that was asked for. Escape goes back to the button that did. Its children default to all there is. */
export const ConversationActionRow: ForwardRefExoticComponent<
  ConversationActionsProps & RefAttributes<HTMLDivElement>
> = forwardRef(function ConversationActionRow(props: ConversationActionsProps, ref): ReactElement | null {
  const { actions } = useConversations('Actions');
  const { entry, mode } = useConversationLine('Actions');
  return mode === 'closed' || !hasActions(entry, actions) ? null : <OpenRow {...props} rowRef={ref} />;
});

export declare namespace ConversationActionRow {
  type Props = ConversationActionsProps;
  type State = RowState;
}

function OpenRow({
  rowRef,
  ...props
}: ConversationActionsProps & { readonly rowRef: Ref<HTMLDivElement> }): ReactElement {
  const { mode, change } = useConversationLine('Actions');
  const row = useRef<HTMLDivElement>(null);
  const both = useMemo(() => composeRefs(row, rowRef), [rowRef]);
  useEscape(row, () => {
    if (change('closed')) focusMore(row.current);
  });
  const children = (
    <>
      <ConversationRename />
      <ConversationExport />
      <ConversationDelete />
      <ConversationTitleField />
      <ConversationDeleteQuestion />
      <ConversationProblem />
    </>
  );
  const part = { slot: 'actions', state: { mode }, ref: both };
  return renderPart<'div', RowState>('div', { children, ...props }, part);
}

/** Puts a field for another title in the place of the actions. */
export const ConversationRename: ConversationButton = forwardRef(
  function ConversationRename(props, ref): ReactElement | null {
    const { actions } = useConversations('Rename');
    const { title, mode, change, trial } = useConversationLine('Rename');
    const strings = useWords(conversationsStrings);
    if (actions.rename === undefined || mode !== 'actions') return null;
    const own = {
      type: 'button',
      'data-action': 'rename',
      'aria-label': strings.renameNamed(quoteSafely(title)),
      'aria-disabled': trial.state.status === 'busy' || undefined,
      onClick: () => change('rename'),
    };
    const part = { slot: 'button', state: {}, own, ref };
    return renderPart<'button', NoState>('button', { children: strings.rename, ...props }, part);
  },
);

export declare namespace ConversationRename {
  type Props = ConversationButtonProps;
}

/** Asks whether the conversation is to be deleted, in the place of the actions. */
export const ConversationDelete: ConversationButton = forwardRef(
  function ConversationDelete(props, ref): ReactElement | null {
    const { actions } = useConversations('Delete');
    const { title, mode, change, trial } = useConversationLine('Delete');
    const strings = useWords(conversationsStrings);
    if (actions.delete === undefined || mode !== 'actions') return null;
    const own = {
      type: 'button',
      'data-action': 'delete',
      'data-look': 'danger',
      'aria-label': strings.deleteNamed(quoteSafely(title)),
      'aria-disabled': trial.state.status === 'busy' || undefined,
      onClick: () => change('delete'),
    };
    const part = { slot: 'button', state: {}, own, ref };
    return renderPart<'button', NoState>('button', { children: strings.delete, ...props }, part);
  },
);

export declare namespace ConversationDelete {
  type Props = ConversationButtonProps;
}

/** Gives the conversation to the reader as a file, which is named after it. */
export const ConversationExport: ConversationButton = forwardRef(
  function ConversationExport(props, ref): ReactElement | null {
    const { actions, say } = useConversations('Export');
    const { entry, title, mode, trial } = useConversationLine('Export');
    const strings = useWords(conversationsStrings);
    if (actions.export === undefined || mode !== 'actions') return null;
    const save = async (page: Document): Promise<void> => {
      const file = fileNameOf(title);
      let isGone = false;
      const isDone = await trial.attempt(async () => {
        const json = await actions.export?.(entry.id);
        isGone = json === undefined;
        if (!isGone) downloadText(page, file, JSON.stringify(json));
      });
      if (isGone) trial.tell(strings.gone);
      else if (isDone) say(strings.done.exported(quoteSafely(file)));
    };
    const own = {
      type: 'button',
      'data-action': 'export',
      'aria-label': strings.exportNamed(quoteSafely(title)),
      'aria-disabled': trial.state.status === 'busy' || undefined,
      onClick: ({ currentTarget }: { readonly currentTarget: HTMLElement }) => void save(currentTarget.ownerDocument),
    };
    const part = { slot: 'button', state: {}, own, ref };
    return renderPart<'button', NoState>('button', { children: strings.export, ...props }, part);
  },
);

export declare namespace ConversationExport {
  type Props = ConversationButtonProps;
}

/** Letters and digits of any script, which no file system has a use for. */
function fileNameOf(title: string): string {
  const name = title
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
    .slice(0, 60)
    .trim()
    .replaceAll(' ', '-');
  return `${name === '' ? 'conversation' : name}.json`;
}
