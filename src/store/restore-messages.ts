import type { ModelMessage, UIMessage } from 'ai';
import { knownHistories } from '../agent/batch/known-history.js';
import { closeHistory, repairHistory } from '../agent/batch/repair-history.js';
import { UserError } from '../protocol/base/errors.js';
import { isRecord } from '../protocol/base/record.js';
import { callRecord, isToolPart } from './messages/call-record.js';
import { interrupted } from './messages/ended-part.js';
import { toModelMessages } from './messages/to-model-messages.js';
import type { SaidTurn } from './state/turns.js';
import { toUserInput } from './to-user-input.js';

/** A conversation that goes on from messages of before. */
export interface RestoredMessages {
  readonly messages: readonly UIMessage[];
  readonly history: readonly ModelMessage[];
  readonly turns: readonly SaidTurn[];
}

/**
 * Reads messages of before, for a conversation to go on from. Nobody answers the calls any more that they leave open: those are
 * shown as interrupted.
 *
 * The model reads what it read before, and each provider gets back what it said about its parts (thought signatures, its own
 * ids), if the messages come back as they were stored: with `providerMetadata` and its kin, `toolMetadata` and `metadata`.
 *
 * @param given of another conversation, or of the `ai` package's `useChat`.
 * @throws UserError that names the first thing that is wrong with them.
 * @example useAgentRun({ agent, initialMessages: JSON.parse(localStorage.messages) });
 */
export function restoreMessages(given: readonly UIMessage[]): RestoredMessages {
  const problem = problemOfList(given);
  if (problem !== undefined) {
    throw new UserError(
      'initial-messages',
      `The conversation cannot go on from these messages: ${problem}. The model would read something else than what was said. ` +
        "Pass the UIMessages of another conversation's `messages`, or of the ai package's `useChat`, through JSON.parse if they were stored as text.",
    );
  }
  const history: ModelMessage[] = [];
  const turns: SaidTurn[] = [];
  const messages = given.map((message, index) => {
    if (message.role === 'user') {
      turns.push({ messageId: message.id, input: toUserInput(message), messages: index, history: history.length });
    }
    const calls = message.parts.filter(isToolPart);
    const begun = calls.filter((part) => callRecord(part).begun).map(({ toolCallId }) => toolCallId);
    history.push(...closeHistory(repairHistory(toModelMessages(message)).messages, new Set(begun)));
    return { ...message, parts: message.parts.map(closedPart) };
  });
  // Each part of it was closed as it came.
  knownHistories.set(history, { own: history });
  return { messages, history, turns };
}

type Part = UIMessage['parts'][number];

function closedPart(part: Part): Part {
  if (isToolPart(part)) return interrupted(part);
  return (part.type === 'text' || part.type === 'reasoning') && part.state === 'streaming'
    ? { ...part, state: 'done' }
    : part;
}

function problemOfList(messages: unknown): string | undefined {
  if (!Array.isArray(messages)) return 'they are no list';
  const ids = new Set<unknown>();
  for (const [index, message] of messages.entries()) {
    const problem =
      problemOfMessage(message) ?? (ids.has(message.id) ? `its id '${message.id}' is that of another` : undefined);
    if (problem !== undefined) return `in messages[${index}], ${problem}`;
    ids.add(message.id);
  }
  return undefined;
}

function problemOfMessage(message: unknown): string | undefined {
  if (!isRecord(message)) return 'there is no message';
  const { id, role, parts } = message;
  if (typeof id !== 'string') return 'the id is no text';
  if (role !== 'user' && role !== 'assistant' && role !== 'system') return `the role is ${JSON.stringify(role)}`;
  if (!Array.isArray(parts)) return 'the parts are no list';
  const index = parts.findIndex((part) => !isUiPart(part));
  return index < 0 ? undefined : `parts[${index}] is no part of a UIMessage`;
}

/** Members that the history is made of have to be there. */
function isUiPart(part: unknown): boolean {
  if (!isRecord(part) || typeof part.type !== 'string') return false;
  const isText = (name: string): boolean => typeof part[name] === 'string';
  if (part.type === 'text' || part.type === 'reasoning') return isText('text');
  if (part.type === 'file' || part.type === 'reasoning-file') return isText('url') && isText('mediaType');
  if (part.type === 'dynamic-tool') return isText('toolCallId') && isText('state') && isText('toolName');
  return !part.type.startsWith('tool-') || (isText('toolCallId') && isText('state'));
}
