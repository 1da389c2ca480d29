'use client';
import { useRef } from 'react';
import { downloadText } from '../../feed/redact-events.js';
import { conversationsStrings } from '../../words/english/conversations.js';
import { type Part, part } from '../part/part.js';
import { useWithin } from '../part/use-within.js';
import { useEscape } from '../shared/use-escape.js';
import { useWords } from '../strings-provider.js';
import { quoteSafely } from '../value/visible-text.js';
import { focusMore } from './conversation-focus.js';
import { ConversationDeleteQuestion, ConversationTitleField } from './conversation-forms.js';
import { ConversationProblem } from './conversation-import.js';
import { ConversationLineContext, hasActions, type LineMode } from './conversation-line.js';
import { ConversationsContext } from './conversations-context.js';

/** Shows and hides the actions of a conversation. Rendered only if there are any. */
export const ConversationMore: Part<'button'> = part('Conversations.More', 'button', (props, render) => {
  const { actions } = useWithin(ConversationsContext, 'Conversations.More');
  const { entry, title, mode, change, listAction } = useWithin(ConversationLineContext, 'Conversations.More');
  const strings = useWords(conversationsStrings);
  if (!hasActions(entry, actions)) return null;
  return render(props, {
    'data-action': 'more',
    'data-look': 'quiet',
    'aria-label': strings.actions(quoteSafely(title)),
    'aria-expanded': mode !== 'closed',
    'aria-disabled': listAction.state.status === 'busy' || undefined,
    onClick: () => change(mode === 'closed' ? 'actions' : 'closed'),
    children: '⋯',
  });
});

type RowState = Readonly<{ mode: LineMode }>;

/** The actions of a conversation, once opened. Escape returns to the button. Its children default to all actions. */
export const ConversationActionRow: Part<'div', RowState> = part('Conversations.Actions', 'div', (props) => {
  const { actions } = useWithin(ConversationsContext, 'Conversations.Actions');
  const { entry, mode } = useWithin(ConversationLineContext, 'Conversations.Actions');
  return mode === 'closed' || !hasActions(entry, actions) ? null : <OpenRow {...props} />;
});

const OpenRow: typeof ConversationActionRow = part('Conversations.OpenActions', 'div', (props, render) => {
  const { mode, change } = useWithin(ConversationLineContext, 'Conversations.Actions');
  const row = useRef<HTMLDivElement>(null);
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
  return render(props, { 'data-cs': 'actions', state: { mode }, ref: row, children });
});

/** Replaces the actions by a field for another title. */
export const ConversationRename: Part<'button'> = part('Conversations.Rename', 'button', (props, render) => {
  const { actions } = useWithin(ConversationsContext, 'Conversations.Rename');
  const { title, mode, change, listAction } = useWithin(ConversationLineContext, 'Conversations.Rename');
  const strings = useWords(conversationsStrings);
  if (actions.rename === undefined || mode !== 'actions') return null;
  return render(props, {
    'data-action': 'rename',
    'aria-label': strings.renameNamed(quoteSafely(title)),
    'aria-disabled': listAction.state.status === 'busy' || undefined,
    onClick: () => change('rename'),
    children: strings.rename,
  });
});

/** Replaces the actions by the confirmation to delete the conversation. */
export const ConversationDelete: Part<'button'> = part('Conversations.Delete', 'button', (props, render) => {
  const { actions } = useWithin(ConversationsContext, 'Conversations.Delete');
  const { title, mode, change, listAction } = useWithin(ConversationLineContext, 'Conversations.Delete');
  const strings = useWords(conversationsStrings);
  if (actions.delete === undefined || mode !== 'actions') return null;
  return render(props, {
    'data-action': 'delete',
    'data-look': 'danger',
    'aria-label': strings.deleteNamed(quoteSafely(title)),
    'aria-disabled': listAction.state.status === 'busy' || undefined,
    onClick: () => change('delete'),
    children: strings.delete,
  });
});

/** Exports the conversation as a file that is named after it. */
export const ConversationExport: Part<'button'> = part('Conversations.Export', 'button', (props, render) => {
  const { actions, say } = useWithin(ConversationsContext, 'Conversations.Export');
  const { entry, title, mode, listAction } = useWithin(ConversationLineContext, 'Conversations.Export');
  const strings = useWords(conversationsStrings);
  if (actions.export === undefined || mode !== 'actions') return null;
  const save = async (page: Document): Promise<void> => {
    const file = fileNameOf(title);
    let isGone = false;
    const isDone = await listAction.attempt(async () => {
      const json = await actions.export?.(entry.id);
      isGone = json === undefined;
      if (!isGone) downloadText(page, file, JSON.stringify(json));
    });
    if (isGone) listAction.showProblem(strings.gone);
    else if (isDone) say(strings.done.exported(quoteSafely(file)));
  };
  return render(props, {
    'data-action': 'export',
    'aria-label': strings.exportNamed(quoteSafely(title)),
    'aria-disabled': listAction.state.status === 'busy' || undefined,
    onClick: ({ currentTarget }) => void save(currentTarget.ownerDocument),
    children: strings.export,
  });
});

/** Returns a file name: only letters and digits of any script, since file systems reserve other characters. */
function fileNameOf(title: string): string {
  const name = title
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
    .slice(0, 60)
    .trim()
    .replaceAll(' ', '-');
  return `${name === '' ? 'conversation' : name}.json`;
}
