import {
  type ApprovalAnswer,
  type CallAnswer,
  type DeferredCall,
  type DeferredToolRequests,
  type DeferredToolResults,
  type JSONValue,
  toolReturn,
} from 'countersign/core';
import { type Exchange, type Recording, readRecordings } from './recordings.js';
import { callsOf } from './remote-agent.js';
import type { WireRequest } from './wire-server.js';

/** A UI message stream request, and its response. */
export type UiExchange = Exchange<WireRequest['body']>;

/** Recordings of valid conversations. The other cases send requests that no client should send. */
const cases = new Set(
  [
    'again',
    'approve',
    'automatic',
    'deny',
    'deny-reason',
    'edit',
    'external',
    'external-error',
    'frontend',
    'invalid',
  ].concat(['mixed', 'model-error', 'reasoning', 'rounds', 'seed', 'text', 'tool-error', 'two', 'unknown']),
);

/** Returns the recorded conversations with these servers. */
export function recordedChats(servers: readonly string[]): readonly Recording<WireRequest['body']>[] {
  return readRecordings(
    servers,
    // A server that signs its approval requests rejects edits, so this client sends none.
    (server, name) => cases.has(name) && `${server}/${name}` !== 'ai-sdk-signed/edit',
  );
}

/** Returns the first user message of a conversation. */
export function promptOf([first]: readonly UiExchange[]): string {
  const parts = first?.request.body.messages.flatMap((message) => message.parts) ?? [];
  return parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('');
}

/** Returns the exchanges up to the second user message, which some recordings contain. */
export function untilSecondPrompt(exchanges: readonly UiExchange[]): readonly UiExchange[] {
  const more = exchanges.findIndex(({ request }, index) => index > 0 && request.body.messages.at(-1)?.role === 'user');
  return more < 0 ? exchanges : exchanges.slice(0, more);
}

/** Returns the recorded person's answers to a batch, read from the next request. */
export function recordedAnswers(
  { approvals, calls }: DeferredToolRequests,
  next: UiExchange | undefined,
): DeferredToolResults {
  const sent = callsOf(next?.request);
  return {
    approvals: Object.fromEntries(
      approvals.map((call) => [call.toolCallId, recordedApproval(call, sent[call.toolCallId])]),
    ),
    calls: Object.fromEntries(calls.map(({ toolCallId }) => [toolCallId, recordedResult(sent[toolCallId])])),
    metadata: {},
    defer: [],
  };
}

type SentCall = Readonly<Record<string, unknown>> | undefined;

function recordedApproval({ input }: DeferredCall, sent: SentCall): ApprovalAnswer {
  const { approved, reason = '' } = (sent?.approval ?? {}) as { readonly approved?: boolean; readonly reason?: string };
  if (approved !== true) return { kind: 'tool-denied', message: reason };
  const isEdited = JSON.stringify(sent?.input) !== JSON.stringify(input);
  return isEdited ? { kind: 'tool-approved', overrideArgs: sent?.input as JSONValue } : { kind: 'tool-approved' };
}

function recordedResult(sent: SentCall): CallAnswer {
  if (sent?.state === 'output-error') return { kind: 'tool-failed', message: String(sent.errorText) };
  return toolReturn(sent?.output as JSONValue);
}
