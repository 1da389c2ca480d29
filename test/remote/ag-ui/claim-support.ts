import { expect } from 'vitest';
import type { Ran } from '../backends.js';
import {
  type AgUiMessage,
  type AgUiReply,
  type AskedInterrupt,
  eventsOfType,
  type PlainThread,
  plainThread,
  type Resumed,
  userSays,
} from './plain-thread.js';

/** Routes of a server, and what its tools have really done. */
export interface AgUiPlace {
  readonly url: string;
  /** A server that goes on without its readers has another route for it. */
  readonly detachedUrl?: string;
  /** The tools that began to run, in order, and `… finished` where a slow one has come to its end. */
  readonly journal: () => Promise<readonly Ran[]>;
}

/** Holds where a server does what the words say. */
export type AgUiClaim = (place: AgUiPlace) => Promise<void>;

export const isRefused = (reply: AgUiReply): boolean =>
  reply.status >= 400 || eventsOfType(reply, 'RUN_ERROR').length > 0;

export const names = async ({ journal }: AgUiPlace): Promise<readonly string[]> =>
  (await journal()).map(({ tool }) => tool);

export async function inputsOf({ journal }: AgUiPlace, tool: string): Promise<readonly unknown[]> {
  return (await journal()).filter((ran) => ran.tool === tool).map(({ input }) => input);
}

export const countOf = async (place: AgUiPlace, tool: string): Promise<number> => (await inputsOf(place, tool)).length;

/** What a person says to a call. */
export type Decision = 'yes' | 'no' | { readonly edited: object };

interface LangGraphRaw {
  readonly name?: string;
  readonly action_requests?: readonly { readonly name: string }[];
}

/** A decision in the words of LangGraph; what is worked out elsewhere is always 42. */
function toDecision(name: string, said: Decision): object {
  if (name === 'calculate_answer') return { type: 'respond', message: '42' };
  if (typeof said === 'object') return { type: 'edit', edited_action: { name, args: said.edited } };
  return said === 'yes' ? { type: 'approve' } : { type: 'reject', message: 'Keep it, please.' };
}

/** The answer that a question wants; `said` is asked for each call that it is about, by its number. */
function payloadOf({ metadata, responseSchema }: AskedInterrupt, said: (index: number) => Decision): object {
  const raw = metadata?.langgraph?.raw as LangGraphRaw | undefined;
  if (raw?.action_requests) {
    return { decisions: raw.action_requests.map(({ name }, index) => toDecision(name, said(index))) };
  }
  if (raw) return toDecision(raw.name ?? '', said(0));
  const decision = said(0);
  if (typeof decision === 'object') return { approved: true, editedArgs: decision.edited };
  if (decision === 'yes') return { approved: true };
  return { approved: false, ...('reason' in (responseSchema?.properties ?? {}) && { reason: 'Keep it, please.' }) };
}

/** Answers to all questions, or to as many as `said` has a word for: one for all, or one a call. */
export function answersTo(
  interrupts: readonly AskedInterrupt[],
  said: Decision | readonly Decision[],
): readonly Resumed[] {
  const of = (index: number): Decision | undefined => (Array.isArray(said) ? said[index] : (said as Decision)); // no list, then
  return interrupts.flatMap((interrupt, index): readonly Resumed[] => {
    const own = of(index);
    if (own === undefined) return [];
    const payload = payloadOf(interrupt, (more) => of(index + more) ?? own);
    return [{ interruptId: interrupt.id, status: 'resolved', payload }];
  });
}

/** A thread that has asked something. */
export async function asked(url: string, prompt: string) {
  const thread = plainThread(url);
  const { messages, interrupts, reply } = await thread.ask(prompt);
  const answer = (
    said: Decision | readonly Decision[],
    more: readonly AgUiMessage[] = [],
  ): Parameters<PlainThread['send']>[0] => ({
    messages: [...messages, ...more],
    resume: answersTo(interrupts, said),
  });
  return { thread, messages, interrupts, reply, answer };
}

/** Says yes to a slow call, and goes away once it runs. */
export async function leaveSlowCall(place: AgUiPlace, url: string = place.url) {
  const { thread, answer } = await asked(url, 'archive');
  const request = answer('yes');
  const before = await countOf(place, 'archive');
  await thread.leave(request, expect.poll(() => countOf(place, 'archive')).toBe(before + 1));
  return { thread, request };
}

/** As long as the same takes that nobody leaves. */
export async function waitForSlowCall({ url }: AgUiPlace): Promise<void> {
  const { thread, answer } = await asked(url, 'archive');
  await thread.send(answer('yes'));
}

/** Goes away in the middle of a text that a call follows. */
export async function leaveSlowText(url: string): Promise<void> {
  await plainThread(url).leave({ messages: [userSays('slowcall')] }, (text) => text.includes('TEXT_MESSAGE_CONTENT'));
}

export async function waitForSlowText({ url }: AgUiPlace): Promise<void> {
  await plainThread(url).send({ messages: [userSays('slowcall')] });
}
