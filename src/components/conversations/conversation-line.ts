'use client';
import { useCallback, useMemo, useState } from 'react';
import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import type { ConversationStatus } from '../../conversation/state/conversation-state.js';
import { CountersignError } from '../../protocol/base/errors.js';
import { serializeError } from '../../protocol/base/serialize-error.js';
import { conversationsStrings } from '../../words/english/conversations.js';
import { type PartContext, partContext } from '../part/use-within.js';
import { useWords } from '../strings-provider.js';
import type { ConversationActions, ConversationEntry } from './conversations-context.js';
import { type ListAction, useListAction } from './use-list-action.js';

/** The unfolded content of a line: nothing, its actions, the title field, or the confirmation to delete. */
export type LineMode = 'closed' | 'actions' | 'rename' | 'delete';

/** The values that the parts of one line share. */
interface ConversationLine {
  readonly entry: ConversationEntry;
  readonly title: string;
  /** The current status, or the status when it was persisted. */
  readonly status: ConversationStatus;
  readonly mode: LineMode;
  /**
   * Unfolds other content, or folds it. Returns `false` while an action is in progress: the content stays until it has
   * ended.
   */
  readonly change: (mode: LineMode) => boolean;
  readonly listAction: ListAction;
}

/** The line around. */
export const ConversationLineContext: PartContext<ConversationLine> = partContext(
  'Conversations.Item entry={…}',
  'nobody knows which conversation it is about',
);

/** Returns the values that the parts of a line share. */
export function useNewLine({
  entry,
  title,
  status,
}: Pick<ConversationLine, 'entry' | 'title' | 'status'>): ConversationLine {
  const [mode, setMode] = useState<LineMode>('closed');
  const listAction = useListAction(useProblemWords());
  const { showProblem, isFree } = listAction;
  const change = useCallback(
    (next: LineMode) => {
      if (!isFree()) return false;
      showProblem();
      setMode(next);
      return true;
    },
    [showProblem, isFree],
  );
  return useMemo(
    () => ({ entry, title, status, mode, change, listAction }),
    [entry, title, status, mode, change, listAction],
  );
}

/** Returns a function that describes an error, in its own words if it is known. */
export function useProblemWords(): (error: unknown) => string {
  const { undone } = useWords(conversationsStrings);
  return useCallback((error) => undone(escapeUnseen(serializeError(error).message)), [undone]);
}

/** Returns `true` when a conversation has actions here: when it is in a storage. */
export function hasActions({ state }: ConversationEntry, actions: ConversationActions): boolean {
  return state !== undefined && [actions.rename, actions.export, actions.delete].some((each) => each !== undefined);
}

/** Returns `true` for the error about a file without a conversation. */
export function isNoConversation(error: unknown): boolean {
  return error instanceof SyntaxError || (CountersignError.isInstance(error) && error.code === 'imported-conversation');
}
