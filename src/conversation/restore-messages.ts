import type { ModelMessage, UIMessage } from 'ai';
import { knownHistories } from '../agent/batch/known-history.js';
import { closeHistory, repairHistory } from '../agent/batch/repair-history.js';
import { UserError } from '../protocol/base/errors.js';
import { callRecord, isToolPart } from './messages/call-record.js';
import { interrupted } from './messages/ended-part.js';
import { problemOfUiMessages } from './messages/message-problem.js';
import { toModelMessages } from './messages/to-model-messages.js';
import { toUserInput } from './messages/to-user-input.js';
import { isUnsent } from './messages/unsent.js';
import type { ConversationSnapshot } from './state/conversation-snapshot.js';
import type { UserTurn } from './state/turns.js';

/** A conversation that continues from earlier messages. */
export interface RestoredMessages {
  readonly messages: readonly UIMessage[];
  readonly history: readonly ModelMessage[];
  readonly turns: readonly UserTurn[];
}

/**
 * Restores a conversation from its messages. Calls without a result are shown as interrupted.
 *
 * The model reads the same history as before, including the metadata of providers (thought signatures, ids), if the
 * messages were stored completely: with `providerMetadata` and similar members, `toolMetadata` and `metadata`.
 *
 * @param given the messages of another conversation, or of the `ai` package's `useChat`.
 * @throws UserError `initial-messages` that names the first problem.
 * @example useAgentRun({ agent, initialMessages: JSON.parse(localStorage.messages) });
 */
export function restoreMessages(given: readonly UIMessage[]): RestoredMessages {
  const problem = problemOfUiMessages(given);
  if (problem !== undefined) {
    throw new UserError(
      'initial-messages',
      `The conversation cannot continue from these messages: ${problem}. The model would read something else than what was sent. ` +
        "Pass the UIMessages of another conversation's `messages`, or of the ai package's `useChat`, through JSON.parse if they were stored as text.",
    );
  }
  const history: ModelMessage[] = [];
  const turns: UserTurn[] = [];
  const messages = given.map((message, index) => {
    if (message.role === 'user') {
      turns.push({ messageId: message.id, input: toUserInput(message), messages: index, history: history.length });
    }
    const calls = message.parts.filter(isToolPart);
    const interrupted = calls.filter((part) => callRecord(part).interrupted).map(({ toolCallId }) => toolCallId);
    if (!isUnsent(message))
      history.push(...closeHistory(repairHistory(toModelMessages(message)).messages, new Set(interrupted)));
    return closedMessage(message);
  });
  // All calls have results now, so the next run need not check the history.
  knownHistories.set(history, { own: history });
  return { messages, history, turns };
}

/**
 * Returns the snapshot of an idle conversation with these messages.
 *
 * @throws UserError as {@link restoreMessages} does.
 */
export function toSnapshot(given: readonly UIMessage[]): ConversationSnapshot {
  const restored = restoreMessages(given);
  const nothing = { pendingPrompt: [], queued: [], drafts: {}, choices: {}, parked: null, lastEnd: null };
  return { v: 1, status: 'idle', ...restored, shown: restored.messages, ...nothing };
}

/**
 * Returns the messages to show until the storage has opened. Approvals that were requested at their end are open: the
 * storage may know their run, and then asks for them.
 *
 * @param given the messages that were restored.
 */
export function showUntilOpen(restored: RestoredMessages, given: readonly UIMessage[]): readonly UIMessage[] {
  const last = given.at(-1);
  const closed = restored.messages.at(-1);
  if (last === undefined || closed === undefined || !last.parts.some(isRequested)) return restored.messages;
  const parts = closed.parts.map((part, index) => {
    const before = last.parts[index];
    return before !== undefined && isRequested(before) ? before : part;
  });
  return [...restored.messages.slice(0, -1), { ...closed, parts }];
}

function isRequested(part: Part): boolean {
  return isToolPart(part) && part.state === 'approval-requested' && callRecord(part).phase === 'waiting';
}

/** Returns a message whose open calls are interrupted. A message without open calls is returned unchanged. */
export function closedMessage(message: UIMessage): UIMessage {
  const parts = message.parts.map(closedPart);
  return parts.every((part, index) => part === message.parts[index]) ? message : { ...message, parts };
}

type Part = UIMessage['parts'][number];

function closedPart(part: Part): Part {
  if (isToolPart(part)) return interrupted(part);
  return (part.type === 'text' || part.type === 'reasoning') && part.state === 'streaming'
    ? { ...part, state: 'done' }
    : part;
}
