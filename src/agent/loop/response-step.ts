import type { AssistantModelMessage } from 'ai';
import { defaultTitle } from '../../approval/default-title.js';
import { cutOffError } from '../../protocol/outcome.js';
import { readOutput } from '../calls/check-output.js';
import type { ModelResponse } from '../model/read-response.js';
import type { ProviderApproval } from '../model/response-parts.js';
import type { Emit } from '../plumbing/delta-batcher.js';
import { metadataOf } from '../plumbing/metadata-of.js';
import type { RunScope } from '../run/run-scope.js';
import { callsIn, endCall, newCall, type Turn, type TurnCall } from '../run/turn.js';
import { checkUsageLimits } from '../run/usage-budget.js';
import { appendResults } from './close-step.js';
import { endByError } from './end-by-error.js';
import type { NextStep } from './next-step.js';

/** Puts a whole response into the history. What it means is decided next. */
export function toResponseStep(run: RunScope, response: ModelResponse): NextStep {
  const message: AssistantModelMessage = { role: 'assistant', content: [...response.content] };
  if (response.content.length > 0) run.messages.push(message);
  run.lastResponse = { finishReason: response.finishReason, providerMetadata: response.providerMetadata };
  return { type: 'response', turn: toTurn(response, message), text: response.text };
}

/**
 * Decides what a response means: the output, calls to run, or something that the model has to mend.
 *
 * An answer that was cut off ends the run as failed, so that nobody takes it for a whole one.
 *
 * @throws UsageLimitExceeded, or UnexpectedModelBehavior when the retries of the output are used up.
 */
export async function responseStep(
  run: RunScope,
  { turn, text }: Extract<NextStep, { type: 'response' }>,
  emit: Emit,
): Promise<NextStep> {
  checkUsageLimits(run);
  // A response that was cut off may have lost half of what it meant to do.
  if (cutOffError(turn.finishReason) !== undefined) endCalls({ turn, status: 'interrupted', emit });
  const { mode, takesText } = run.config.output;
  const cutOff = mode === undefined && takesText ? cutOffError(turn.finishReason) : undefined;
  if (cutOff !== undefined) return { type: 'end', ending: await endByError(run, { turn, error: cutOff }, emit) };
  const hasCalls = callsIn(turn, 'called', 'waiting').length > 0;
  const output = await readOutput(run, { text, hasCalls });
  if (output.type === 'valid') return await endWith(run, { turn, emit }, output.value);
  if (hasCalls) return { type: 'tools', turn };
  if (output.type === 'text') return await endWith(run, { turn, emit }, text);
  turn.problem = output.problem;
  return { type: 'close', turn };
}

interface Closing {
  readonly turn: Turn;
  readonly emit: Emit;
}

/** Ends the run with an output; calls that stand beside it do not run. */
async function endWith(run: RunScope, { turn, emit }: Closing, output: unknown): Promise<NextStep> {
  endCalls({ turn, status: 'skipped', emit });
  await appendResults(run, turn, { emit });
  return { type: 'end', ending: { type: 'completed', output } };
}

function endCalls({ turn, status, emit }: Closing & { readonly status: 'interrupted' | 'skipped' }): void {
  for (const call of turn.calls) endCall({ call, end: { status }, emit });
}

/** Creates the turn of the client's calls and the provider's requests about its own, in emission order. */
function toTurn(response: ModelResponse, message: AssistantModelMessage): Turn {
  const { content, calls, providerApprovals, finishReason } = response;
  const open = new Map(
    [...calls.map(newCall), ...providerApprovals.map(newProviderCall)].map((call) => [call.toolCallId, call]),
  );
  const inOrder = content.flatMap((part) => (part.type === 'tool-call' ? (open.get(part.toolCallId) ?? []) : []));
  const about = { finishReason, ...metadataOf(response) };
  return { ...(content.length > 0 ? { response: message } : {}), ...about, plans: 0, round: 0, calls: inOrder };
}

/** Creates a call that the provider runs after an approval. It joins the batch. */
export function newProviderCall(asked: ProviderApproval): TurnCall {
  const { approvalId, toolCallId, toolName, input } = asked;
  const fixedInput = 'The provider runs this call itself, so its input cannot be edited here.';
  const rawInput = JSON.stringify(input);
  const call = newCall({ toolCallId, toolName, rawInput, providerApprovalId: approvalId, fixedInput });
  const question = { toolCallId, toolName, input, title: defaultTitle(toolName, input), fixedBy: 'provider' } as const;
  call.state = { status: 'waiting', deferral: { kind: 'approval', call: question, metadata: undefined } };
  return call;
}
