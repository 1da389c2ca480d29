import { expect } from 'vitest';
import type { ExecutedTool } from '../backends.js';
import {
  type AgUiMessage,
  type AgUiReply,
  type AskedInterrupt,
  eventsOfType,
  type PlainThread,
  plainThread,
  type ResumeEntry,
  userSays,
} from './plain-thread.js';

/** The routes of a server, and the log of its executed tools. */
export interface AgUiRoute {
  readonly url: string;
  /** The route on which the server continues a run after the client disconnects, if it is another one. */
  readonly detachedUrl?: string;
  /** Returns the started tools in order, with `… finished` when a slow one completes. */
  readonly journal: () => Promise<readonly ExecutedTool[]>;
}

/** Checks one statement of the guide. Rejects if the server behaves differently. */
export type AgUiClaim = (place: AgUiRoute) => Promise<void>;

export const isRefused = (reply: AgUiReply): boolean =>
  reply.status >= 400 || eventsOfType(reply, 'RUN_ERROR').length > 0;

export const names = async ({ journal }: AgUiRoute): Promise<readonly string[]> =>
  (await journal()).map(({ tool }) => tool);

export async function inputsOf({ journal }: AgUiRoute, tool: string): Promise<readonly unknown[]> {
  return (await journal()).filter((ran) => ran.tool === tool).map(({ input }) => input);
}

export const countOf = async (place: AgUiRoute, tool: string): Promise<number> => (await inputsOf(place, tool)).length;

/** A person's decision about a call. */
export type Decision = 'yes' | 'no' | { readonly edited: object };

interface LangGraphRaw {
  readonly name?: string;
  readonly action_requests?: readonly { readonly name: string }[];
}

/** Formats a decision for LangGraph. The result of an external call is always 42. */
function toDecision(name: string, said: Decision): object {
  if (name === 'calculate_answer') return { type: 'respond', message: '42' };
  if (typeof said === 'object') return { type: 'edit', edited_action: { name, args: said.edited } };
  return said === 'yes' ? { type: 'approve' } : { type: 'reject', message: 'Keep it, please.' };
}

/** Formats the payload that an interrupt expects. `said` returns the decision for each of its calls, by index. */
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

/** Returns answers to the interrupts: one decision for all, or a list with one per call, which may be shorter. */
export function answersTo(
  interrupts: readonly AskedInterrupt[],
  said: Decision | readonly Decision[],
): readonly ResumeEntry[] {
  const of = (index: number): Decision | undefined => (Array.isArray(said) ? said[index] : (said as Decision)); // not a list here
  return interrupts.flatMap((interrupt, index): readonly ResumeEntry[] => {
    const own = of(index);
    if (own === undefined) return [];
    const payload = payloadOf(interrupt, (more) => of(index + more) ?? own);
    return [{ interruptId: interrupt.id, status: 'resolved', payload }];
  });
}

/** Starts a thread, and returns it with its pending interrupts. */
export async function startThread(url: string, prompt: string) {
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

/** Approves a slow call, and disconnects once it runs. */
export async function leaveSlowCall(place: AgUiRoute, url: string = place.url) {
  const { thread, answer } = await startThread(url, 'archive');
  const request = answer('yes');
  const before = await countOf(place, 'archive');
  await thread.leave(request, expect.poll(() => countOf(place, 'archive')).toBe(before + 1));
  return { thread, request };
}

/** Takes as long as the slow call takes for a client that stays connected. */
export async function waitForSlowCall({ url }: AgUiRoute): Promise<void> {
  const { thread, answer } = await startThread(url, 'archive');
  await thread.send(answer('yes'));
}

/** Disconnects in the middle of a text that a call follows. */
export async function leaveSlowText(url: string): Promise<void> {
  await plainThread(url).leave({ messages: [userSays('slowcall')] }, (text) => text.includes('TEXT_MESSAGE_CONTENT'));
}

export async function waitForSlowText({ url }: AgUiRoute): Promise<void> {
  await plainThread(url).send({ messages: [userSays('slowcall')] });
}
