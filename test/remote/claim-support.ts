import type { UIMessage } from 'ai';
import { expect } from 'vitest';
import type { Place } from './places.js';
import { answered, type PlainChat, plainChat, type Reply, userMessage, yes } from './plain-chat.js';

/** Holds where a server does what the words say. */
export type Claim = (place: Place) => Promise<void>;

export const isAnError = ({ status, chunks }: Reply): boolean =>
  status >= 400 || chunks.some(({ type }) => type === 'error');

export async function inputsOf({ journal }: Place, tool: string): Promise<readonly unknown[]> {
  return (await journal()).filter((ran) => ran.tool === tool).map(({ input }) => input);
}

export const countOf = async (place: Place, tool: string): Promise<number> => (await inputsOf(place, tool)).length;
export const names = async ({ journal }: Place): Promise<readonly string[]> =>
  (await journal()).map(({ tool }) => tool);

/** A chat that has asked something, and its request that says yes. */
export async function asked(place: Place, prompt: string) {
  const chat = plainChat(place.api);
  const { question, message, reply } = await chat.ask(prompt);
  const answer = (said: Parameters<typeof answered>[1]): readonly UIMessage[] => [question, answered(message, said)];
  return { chat, question, message, reply, answer };
}

/** Waits until one client more is known to be gone than now, where the server tells. */
function noticing({ hangUps }: Place): () => Promise<void> {
  const before = hangUps?.() ?? 0;
  return async () => {
    if (hangUps !== undefined) await expect.poll(hangUps).toBe(before + 1);
  };
}

/** Says yes to a slow call, and goes away once it runs. */
export async function leaveSlowCall(
  place: Place,
): Promise<{ readonly chat: PlainChat; readonly request: readonly UIMessage[] }> {
  const { chat, answer } = await asked(place, 'archive');
  const request = answer({ archive: yes });
  const before = await countOf(place, 'archive');
  const begun = expect.poll(() => countOf(place, 'archive')).toBe(before + 1);
  const noticed = noticing(place);
  await chat.leave(request, begun);
  await noticed();
  return { chat, request };
}

/** Goes away in the middle of a text that a call follows. */
export async function leaveSlowText(place: Place): Promise<PlainChat> {
  const chat = plainChat(place.api);
  const noticed = noticing(place);
  await chat.leave([userMessage('slowcall')], (text) => text.includes('text-delta'));
  await noticed();
  return chat;
}

/** As long as the same takes that nobody leaves. */
export async function waitForSlowText(place: Place): Promise<void> {
  await plainChat(place.api).send([userMessage('slowcall')]);
}

export async function waitForSlowCall(place: Place): Promise<void> {
  const { chat, answer } = await asked(place, 'archive');
  await chat.send(answer({ archive: yes }));
}
