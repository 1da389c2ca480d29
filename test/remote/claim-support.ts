import type { UIMessage } from 'ai';
import { expect } from 'vitest';
import { answerMessage, type PlainChat, plainChat, type Reply, userMessage, yes } from './plain-chat.js';
import type { TestRoute } from './test-routes.js';

/** Checks one statement of the guide. Rejects if the server behaves differently. */
export type Claim = (place: TestRoute) => Promise<void>;

export const isAnError = ({ status, chunks }: Reply): boolean =>
  status >= 400 || chunks.some(({ type }) => type === 'error');

export async function inputsOf({ journal }: TestRoute, tool: string): Promise<readonly unknown[]> {
  return (await journal()).filter((ran) => ran.tool === tool).map(({ input }) => input);
}

export const countOf = async (place: TestRoute, tool: string): Promise<number> => (await inputsOf(place, tool)).length;
export const names = async ({ journal }: TestRoute): Promise<readonly string[]> =>
  (await journal()).map(({ tool }) => tool);

/** Starts a chat with a pending call, and returns a function that creates its answer. */
export async function startChat(place: TestRoute, prompt: string) {
  const chat = plainChat(place.api);
  const { question, message, reply } = await chat.ask(prompt);
  const answer = (said: Parameters<typeof answerMessage>[1]): readonly UIMessage[] => [
    question,
    answerMessage(message, said),
  ];
  return { chat, question, message, reply, answer };
}

/** Returns a function that waits until the server has noticed one more disconnected client. */
function watchHangUps({ hangUps }: TestRoute): () => Promise<void> {
  const before = hangUps?.() ?? 0;
  return async () => {
    if (hangUps !== undefined) await expect.poll(hangUps).toBe(before + 1);
  };
}

/** Approves a slow call, and disconnects once it runs. */
export async function leaveSlowCall(
  place: TestRoute,
): Promise<{ readonly chat: PlainChat; readonly request: readonly UIMessage[] }> {
  const { chat, answer } = await startChat(place, 'archive');
  const request = answer({ archive: yes });
  const before = await countOf(place, 'archive');
  const begun = expect.poll(() => countOf(place, 'archive')).toBe(before + 1);
  const noticed = watchHangUps(place);
  await chat.leave(request, begun);
  await noticed();
  return { chat, request };
}

/** Disconnects in the middle of a text that a call follows. */
export async function leaveSlowText(place: TestRoute): Promise<PlainChat> {
  const chat = plainChat(place.api);
  const noticed = watchHangUps(place);
  await chat.leave([userMessage('slowcall')], (text) => text.includes('text-delta'));
  await noticed();
  return chat;
}

/** Takes as long as the slow text takes for a client that stays connected. */
export async function waitForSlowText(place: TestRoute): Promise<void> {
  await plainChat(place.api).send([userMessage('slowcall')]);
}

export async function waitForSlowCall(place: TestRoute): Promise<void> {
  const { chat, answer } = await startChat(place, 'archive');
  await chat.send(answer({ archive: yes }));
}
