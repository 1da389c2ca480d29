import { type AgUiTransportOptions, agUiTransport, type JSONValue } from 'countersign/core';
import { remoteAgent } from './remote-agent.js';
import type { WireServer, WireTurn } from './wire-server.js';

type JSONObject = Readonly<Record<string, JSONValue>>;

// Events of AG-UI 1.0, as servers send them.

export const runStarted: object = { type: 'RUN_STARTED', threadId: 't', runId: 'r', protocolVersion: '1.0' };

export const text = (delta: string, messageId = 'm1'): object[] => [
  { type: 'TEXT_MESSAGE_START', messageId, role: 'assistant' },
  { type: 'TEXT_MESSAGE_CONTENT', messageId, delta },
  { type: 'TEXT_MESSAGE_END', messageId },
];

export const toolCall = (toolCallId: string, toolCallName: string, input: JSONValue = {}): object[] => [
  { type: 'TOOL_CALL_START', toolCallId, toolCallName, parentMessageId: 'm1' },
  { type: 'TOOL_CALL_ARGS', toolCallId, delta: JSON.stringify(input) },
  { type: 'TOOL_CALL_END', toolCallId },
];

export const toolResult = (toolCallId: string, content: string): object => ({
  type: 'TOOL_CALL_RESULT',
  messageId: `r-${toolCallId}`,
  toolCallId,
  content,
  role: 'tool',
});

export const runFinished = (outcome?: object): object => ({
  type: 'RUN_FINISHED',
  threadId: 't',
  runId: 'r',
  ...(outcome && { outcome }),
});

/** An interrupt in which PydanticAI requests approval of a call. */
export const pydanticInterrupt = (toolCallId: string, more: object = {}): object => ({
  id: `int-${toolCallId}`,
  reason: 'tool_call',
  message: `Approve ${toolCallId}?`,
  toolCallId,
  responseSchema: {
    type: 'object',
    properties: { approved: { type: 'boolean' }, editedArgs: { type: 'object' }, reason: { type: 'string' } },
    required: ['approved'],
  },
  ...more,
});

export const runInterrupted = (...interrupts: readonly object[]): object =>
  runFinished({ type: 'interrupt', interrupts });

/** A complete response. */
export const agUiTurn = (...events: readonly (object | readonly object[])[]): WireTurn => ({
  chunks: [runStarted, ...events.flat()],
  ends: 'end',
});

/** The body of one request to an AG-UI server. */
export interface SentRun {
  readonly threadId: string;
  readonly runId: string;
  readonly protocolVersion: string;
  readonly state: JSONValue;
  readonly messages: readonly (JSONObject & { readonly role: string })[];
  readonly tools: readonly JSONObject[];
  readonly forwardedProps: JSONObject;
  readonly resume?: readonly JSONObject[];
}

export function sentRuns({ requests }: Pick<WireServer, 'requests'>): readonly SentRun[] {
  return requests.map(({ body }) => body as object as SentRun);
}

type Setup = Parameters<typeof remoteAgent>[1] & { readonly wire?: Omit<AgUiTransportOptions, 'url'> };

/** Creates a remote agent whose AG-UI server follows a script. */
export async function agUiAgent(script: Parameters<typeof remoteAgent>[0], { wire = {}, ...setup }: Setup = {}) {
  return await remoteAgent(script, { ...setup, toTransport: (url) => agUiTransport({ url, ...wire }) });
}
