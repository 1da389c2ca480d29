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

/** A request of a UI message stream, and its response. */
export type UiExchange = Exchange<WireRequest['body']>;

/** Conversations that a person can have: the others send what no client should. */
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

/** The recorded conversations of people with these servers. */
export function recordedChats(servers: readonly string[]): readonly Recording<WireRequest['body']>[] {
  return readRecordings(
    servers,
    // A server that signs its questions takes no edit, which this client does not send.
    (server, name) => cases.has(name) && `${server}/${name}` !== 'ai-sdk-signed/edit',
  );
}

/** What a conversation began with. */
export function promptOf([first]: readonly UiExchange[]): string {
  const parts = first?.request.body.messages.flatMap((message) => message.parts) ?? [];
  return parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('');
}

/** Up to where some people of the recordings went on talking. */
export function firstTalk(exchanges: readonly UiExchange[]): readonly UiExchange[] {
  const more = exchanges.findIndex(({ request }, index) => index > 0 && request.body.messages.at(-1)?.role === 'user');
  return more < 0 ? exchanges : exchanges.slice(0, more);
}

/** What the person of the recording said to a batch: it stands in the next request. */
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

type Sent = Readonly<Record<string, unknown>> | undefined;

function recordedApproval({ input }: DeferredCall, sent: Sent): ApprovalAnswer {
  const { approved, reason = '' } = (sent?.approval ?? {}) as { readonly approved?: boolean; readonly reason?: string };
  if (approved !== true) return { kind: 'tool-denied', message: reason };
  const isEdited = JSON.stringify(sent?.input) !== JSON.stringify(input);
  return isEdited ? { kind: 'tool-approved', overrideArgs: sent?.input as JSONValue } : { kind: 'tool-approved' };
}

function recordedResult(sent: Sent): CallAnswer {
  if (sent?.state === 'output-error') return { kind: 'tool-failed', message: String(sent.errorText) };
  return toolReturn(sent?.output as JSONValue);
}
