import type { UIMessage, UserContent } from 'ai';
import type { ChatTurn } from '../../agent/run-server/run-record.js';
import { deferredCalls } from '../../protocol/deferred.js';
import { toStoredMessage } from '../request/to-prompt-content.js';
import { effectiveAnswer } from '../runs/effective-answer.js';
import type { RunStore } from '../runs/run-store.js';
import { FoldedMessage } from '../wire/fold-message.js';
import { hasFailed, readTurns, type TurnRun } from './chat-turns.js';
import { readTurn, type TurnResponse } from './read-turn.js';

/** A chat, as a page shows it. */
export interface ChatRecord {
  readonly title: string;
  readonly state: 'idle' | 'running' | 'waiting' | 'failed';
  readonly messages: readonly UIMessage[];
}

/** Reads a chat for a page that shows it again. `undefined`: there is none. */
export async function readChat(
  store: Pick<RunStore, 'list' | 'read' | 'readLog' | 'findBatch'>,
  conversationId: string,
): Promise<ChatRecord | undefined> {
  const turns = await readTurns(store, conversationId);
  const [first, last] = [turns[0], turns.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const messages: UIMessage[] = [];
  for (const { runId, turn } of turns) {
    const said = (await store.read(runId))?.input;
    if (said !== null && said !== undefined && !messages.some(({ id }) => id === turn.messageId))
      messages.push(toShownMessage(turn.messageId, said as unknown as UserContent)); // it was stored as one
    const reply = foldTurn(turn, await readTurn(store, runId, { replyId: turn.replyId, onError: undefined })).message;
    if (reply !== undefined) messages.push(reply);
  }
  return { title: first.title, state: toChatState(last), messages };
}

/** Deletes a chat with all of its runs. What waits or runs in it can store nothing more, and another chat may begin under its id. */
export async function deleteChat(store: Pick<RunStore, 'list' | 'delete'>, conversationId: string): Promise<void> {
  // The latest first, so that what is left after a failure is a chat.
  for (const { runId } of [...(await readTurns(store, conversationId))].reverse()) await store.delete(runId);
}

/** The reply of a turn, as its client has it. */
export function foldTurn({ replyId }: ChatTurn, responses: readonly TurnResponse[]): FoldedMessage {
  const reply = new FoldedMessage(replyId);
  for (const { chunks, asked } of responses) {
    for (const chunk of chunks) reply.take(chunk);
    for (const { call } of asked === undefined ? [] : deferredCalls(asked.batch.requests)) {
      const kind = asked && effectiveAnswer(asked, call.toolCallId)?.answer.kind;
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
