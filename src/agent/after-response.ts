import type { AssistantModelMessage } from 'ai';
import { UsageLimitExceeded } from '../protocol/errors.js';
import { inWords } from '../tools/describe-call.js';
import { appendResults } from './close-turn.js';
import type { Emit } from './emitting.js';
import { endCall } from './end-call.js';
import type { ModelResponse } from './model/read-response.js';
import type { NextStep } from './next-step.js';
import { readOutput, retryOutput } from './output.js';
import type { RunScope } from './run-scope.js';
import { newCall, type Turn, type TurnCall } from './turn.js';

/** Puts a whole response into the history and decides what its calls and its text mean. */
export async function afterResponse(run: RunScope, response: ModelResponse, emit: Emit): Promise<NextStep> {
  const message: AssistantModelMessage = { role: 'assistant', content: [...response.content] };
  if (response.content.length > 0) run.messages.push(message);
  run.finishReason = response.finishReason;
  const turn = toTurn(response, message);
  // A response that was cut off may have lost half of what it meant to do.
  if (turn.calls.length > 0 && isCutOff(response))
    return await endWithout(run, { turn, status: 'interrupted', emit }, response.text);
  const output = await readOutput(run, response.text);
  if (output.type === 'valid') return await endWithout(run, { turn, status: 'skipped', emit }, output.value);
  if (turn.calls.length > 0) {
    checkTokens(run);
    return { type: 'tools', turn };
  }
  if (output.type === 'invalid') {
    await appendResults(run, turn, emit);
    checkTokens(run);
    return retryOutput(run, output.problem);
  }
  return await endWithout(run, { turn, status: 'skipped', emit }, response.text);
}

interface Closing {
  readonly turn: Turn;
  readonly status: 'interrupted' | 'skipped';
  readonly emit: Emit;
}

/** Ends the run with an output; calls that stand beside it do not run. */
async function endWithout(run: RunScope, { turn, status, emit }: Closing, output: unknown): Promise<NextStep> {
  for (const call of turn.calls) endCall(run, { call, end: { status }, emit });
  await appendResults(run, turn, emit);
  return { type: 'end', ending: { type: 'completed', output } };
}

function isCutOff({ finishReason }: ModelResponse): boolean {
  return (
    finishReason === 'length' ||
    finishReason === 'content-filter' ||
    finishReason === 'error' ||
    finishReason === 'interrupted'
  );
}

/** What has to be done here: the client's calls, and the provider's questions about its own, in emission order. */
function toTurn(
  { content, calls, providerApprovals, finishReason }: ModelResponse,
  message: AssistantModelMessage,
): Turn {
  const open = new Map(
    [...calls.map(newCall), ...providerApprovals.map(toProviderCall)].map((call) => [call.toolCallId, call]),
  );
  const inOrder = content.flatMap((part) => (part.type === 'tool-call' ? (open.get(part.toolCallId) ?? []) : []));
  return { response: message, finishReason, round: 0, calls: inOrder };
}

/** A call that the provider runs itself, if it gets a yes: it joins the batch. */
function toProviderCall({
  approvalId,
  toolCallId,
  toolName,
  input,
}: ModelResponse['providerApprovals'][number]): TurnCall {
  const call = newCall({ toolCallId, toolName, rawInput: JSON.stringify(input), providerApprovalId: approvalId });
  const question = { toolCallId, toolName, input, title: inWords(toolName) };
  call.state = { status: 'deferred', deferral: { kind: 'approval', call: question, metadata: undefined } };
  return call;
}

function checkTokens(run: RunScope): void {
  const { tokens } = run.config.usageLimits;
  const used = run.usage.inputTokens + run.usage.outputTokens;
  if (tokens === undefined || used <= tokens) return;
  throw new UsageLimitExceeded(
    'tokens',
    `The run used ${used} tokens, more than its limit of ${tokens}; it asks the model no more. Raise usageLimits.tokens if the task needs more.`,
  );
}
