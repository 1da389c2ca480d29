import type { JSONValue } from 'countersign/core';

// Chunks of UI message streams, as servers send them.

/** A step that says a text. */
export const says = (text: string, id = 't1'): object[] => [
  { type: 'start-step' },
  { type: 'text-start', id },
  { type: 'text-delta', id, delta: text },
  { type: 'text-end', id },
  { type: 'finish-step' },
];

/** A call whose input is complete. */
export const calls = (toolCallId: string, toolName: string, input: JSONValue = {}): object => ({
  type: 'tool-input-available',
  toolCallId,
  toolName,
  input,
});

export const asks = (toolCallId: string, more: object = {}): object => ({
  type: 'tool-approval-request',
  toolCallId,
  approvalId: `ask-${toolCallId}`,
  ...more,
});

export const gives = (toolCallId: string, output: JSONValue): object => ({
  type: 'tool-output-available',
  toolCallId,
  output,
});

export const start: object = { type: 'start', messageId: 'm1' };
export const startStep: object = { type: 'start-step' };
export const finishStep: object = { type: 'finish-step' };
export const finish: object = { type: 'finish', finishReason: 'stop' };

/** A whole response: what it brings, between its beginning and its end. */
export const whole = (...chunks: readonly (object | readonly object[])[]): object[] => [
  start,
  ...chunks.flat(),
  finish,
];

/** A response that waits: calls in one step. */
export const waits = (...chunks: readonly object[]): object[] => whole(startStep, chunks, finishStep);
