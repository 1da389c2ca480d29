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

/** What of a line is unfolded: nothing, its actions, the field of its title, or the question whether it is to be deleted. */
export type LineMode = 'closed' | 'actions' | 'rename' | 'delete';

/** What the parts of one line share. */
export interface ConversationLine {
  readonly entry: ConversationEntry;
  readonly title: string;
  /** What it does, or did when it was kept. */
  readonly status: ConversationStatus;
  readonly mode: LineMode;
  /** Unfolds something else, or folds it. `false`: something is being done, and what was asked for stays until it is. */
  readonly change: (mode: LineMode) => boolean;
  readonly trial: Trial;
}

/** The line around. */
export const ConversationLineContext: PartContext<ConversationLine> = partContext(
  'Conversations.Item entry={…}',
  'nobody knows which conversation it is about',
);

/** Makes what the parts of a line share. */
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

/** Says what went wrong, as far as no words of its own are known for it. */
export function useProblemWords(): (error: unknown) => string {
  const { undone } = useWords(conversationsStrings);
  return useCallback((error) => undone(escapeUnseen(serializeError(error).message)), [undone]);
}

/** Whether something can be done with a conversation here: with one that lies in a storage. */
export function hasActions({ state }: ConversationEntry, actions: ConversationActions): boolean {
  return state !== undefined && [actions.rename, actions.export, actions.delete].some((each) => each !== undefined);
}

/** Whether this error is about a file that holds no conversation. */
export function isNoConversation(error: unknown): boolean {
  return error instanceof SyntaxError || (CountersignError.isInstance(error) && error.code === 'imported-conversation');
}
