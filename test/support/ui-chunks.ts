import type { JSONValue } from 'countersign/core';

// Chunks of UI message streams, as servers send them.

/** A step with a text. */
export const textStep = (text: string, id = 't1'): object[] => [
  { type: 'start-step' },
  { type: 'text-start', id },
  { type: 'text-delta', id, delta: text },
  { type: 'text-end', id },
  { type: 'finish-step' },
];

/** A call whose input is complete. */
export const toolInput = (toolCallId: string, toolName: string, input: JSONValue = {}): object => ({
  type: 'tool-input-available',
  toolCallId,
  toolName,
  input,
});

export const approvalRequest = (toolCallId: string, more: object = {}): object => ({
  type: 'tool-approval-request',
  toolCallId,
  approvalId: `ask-${toolCallId}`,
  ...more,
});

export const toolOutput = (toolCallId: string, output: JSONValue): object => ({
  type: 'tool-output-available',
  toolCallId,
  output,
});

export const start: object = { type: 'start', messageId: 'm1' };
export const startStep: object = { type: 'start-step' };
export const finishStep: object = { type: 'finish-step' };
export const finish: object = { type: 'finish', finishReason: 'stop' };

/** A complete response: these chunks between its start and its finish. */
export const wholeResponse = (...chunks: readonly (object | readonly object[])[]): object[] => [
  start,
  ...chunks.flat(),
  finish,
];

/** A complete response of one step, whose calls are left open. */
export const openResponse = (...chunks: readonly object[]): object[] => wholeResponse(startStep, chunks, finishStep);
