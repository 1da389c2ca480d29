import type { UIMessage, UserContent } from 'ai';
import { deferredCalls } from '../../protocol/deferred.js';
import type { ChatTurn } from '../../remote/run-protocol/run-record.js';
import { toStoredMessage } from '../request/to-prompt-content.js';
import { effectiveAnswer } from '../runs/effective-answer.js';
import type { RunStore } from '../runs/run-store.js';
import { FoldedMessage } from '../wire/fold-message.js';
import { hasFailed, readTurns, type TurnRun } from './chat-turns.js';
import { readTurn, type TurnResponse } from './read-turn.js';

/** A chat in the form that a page shows. */
export interface ChatRecord {
  readonly title: string;
  readonly state: 'idle' | 'running' | 'waiting' | 'failed';
  readonly messages: readonly UIMessage[];
}

/** Reads a chat for a page that shows it again. Returns `undefined` if it does not exist. */
export async function readChat(
  store: Pick<RunStore, 'list' | 'read' | 'readLog' | 'findBatch'>,
  conversationId: string,
): Promise<ChatRecord | undefined> {
  const turns = await readTurns(store, conversationId);
  const [first, last] = [turns[0], turns.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const messages: UIMessage[] = [];
  for (const { runId, turn } of turns) {
    const input = (await store.read(runId))?.input;
    if (input !== null && input !== undefined && !messages.some(({ id }) => id === turn.messageId))
      messages.push(toShownMessage(turn.messageId, input as unknown as UserContent)); // the chat handler stored it
    const reply = foldTurn(turn, await readTurn(store, runId, { replyId: turn.replyId, onError: undefined })).message;
    if (reply !== undefined) messages.push(reply);
  }
  return { title: first.title, state: toChatState(last), messages };
}

/** Deletes a chat with all of its runs. Running turns can store nothing more. A new chat may then use the same id. */
export async function deleteChat(store: Pick<RunStore, 'list' | 'delete'>, conversationId: string): Promise<void> {
  // The newest run first, so that a failure leaves a valid, shorter chat.
  for (const { runId } of [...(await readTurns(store, conversationId))].reverse()) await store.delete(runId);
}

/** Rebuilds the reply of a turn from its chunks, as its client has it. */
export function foldTurn({ replyId }: ChatTurn, responses: readonly TurnResponse[]): FoldedMessage {
  const reply = new FoldedMessage(replyId);
  for (const { chunks, record } of responses) {
    for (const chunk of chunks) reply.take(chunk);
    for (const { call } of record === undefined ? [] : deferredCalls(record.batch.requests)) {
      const kind = record && effectiveAnswer(record, call.toolCallId)?.answer.kind;
      if (kind === 'tool-approved' || kind === 'tool-denied')
        reply.answer(call.toolCallId, { approved: kind === 'tool-approved' });
    }
  }
  return reply;
}

function toShownMessage(id: string, content: UserContent): UIMessage {
  const parts = typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content;
  return toStoredMessage({
    ...{ id, role: 'user' },
    parts: parts.map((part) => ('data' in part ? { ...part, url: part.data } : part)) as UIMessage['parts'], // the inverse of `toPromptContent`
  });
}

function toChatState(run: TurnRun): ChatRecord['state'] {
  if (hasFailed(run)) return 'failed';
  const { type } = run.state;
  return type === 'running' || type === 'waiting' ? type : 'idle';
}
