'use client';
import { useCallback, useMemo, useState } from 'react';
import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import { CountersignError } from '../../protocol/base/errors.js';
import { serializeError } from '../../protocol/base/serialize-error.js';
import type { ConversationStatus } from '../../store/state/conversation-state.js';
import { conversationsStrings } from '../../words/english/conversations.js';
import { type PartContext, partContext } from '../part/use-within.js';
import { useWords } from '../strings-provider.js';
import type { ConversationActions, ConversationEntry } from './conversations-context.js';
import { type Trial, useTrial } from './use-trial.js';

/** The unfolded content of a line: nothing, its actions, the title field, or the confirmation to delete. */
export type LineMode = 'closed' | 'actions' | 'rename' | 'delete';

/** The values that the parts of one line share. */
export interface ConversationLine {
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
  readonly trial: Trial;
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
  const trial = useTrial(useProblemWords());
  const { tell, isFree } = trial;
  const change = useCallback(
    (next: LineMode) => {
      if (!isFree()) return false;
      tell();
      setMode(next);
      return true;
    },
    [tell, isFree],
  );
  return useMemo(() => ({ entry, title, status, mode, change, trial }), [entry, title, status, mode, change, trial]);
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
