import type { AssistantModelMessage } from 'ai';
import { UsageLimitExceeded } from '../protocol/errors.js';
import { abortable } from './abortable.js';
import type { Emit } from './emitting.js';
import { CallIds } from './model/call-ids.js';
import { type ModelResponse, readResponse } from './model/read-response.js';
import { toPrompt } from './model/to-prompt.js';
import { toolDefinitions } from './model/tool-definitions.js';
import type { NextStep } from './next-step.js';
import { type RunScope, runContext } from './run-scope.js';
import type { Turn } from './turn.js';

/** Asks the model once. Its response stands in the history before anything is done about its calls. */
export async function modelStep(run: RunScope, emit: Emit): Promise<NextStep> {
  if (run.usage.requests >= run.config.maxRequests) throw tooManyRequests(run.config.maxRequests);
  run.step += 1;
  emit({ type: 'step-start', step: run.step });

  const response = await callModel(run, emit);

  const message: AssistantModelMessage = { role: 'assistant', content: [...response.content] };
  if (response.content.length > 0) run.messages.push(message);
  run.finishReason = response.finishReason;
  run.usage = {
    ...run.usage,
    requests: run.usage.requests + 1,
    inputTokens: run.usage.inputTokens + response.inputTokens,
    outputTokens: run.usage.outputTokens + response.outputTokens,
  };
  emit({ type: 'usage', usage: run.usage });
  if (response.calls.length > 0) return { type: 'tools', turn: toTurn(response) };
  emit({ type: 'step-end', step: run.step, finishReason: response.finishReason, messages: [message] });
  return { type: 'end', ending: { type: 'completed', output: response.text } };
}

async function callModel(run: RunScope, emit: Emit): Promise<ModelResponse> {
  const { config, signal } = run;
  const instructions = await abortable(signal, () => config.instructions(runContext(run)));
  const tools = await toolDefinitions(config.tools);
  const { stream } = await abortable(signal, () =>
    config.model.doStream({
      ...config.modelSettings,
      prompt: toPrompt(instructions, run.messages),
      abortSignal: signal,
      ...(tools.length === 0 ? {} : { tools }),
    }),
  );
  return await readResponse(stream, { emit, signal, ids: CallIds.after(run.messages) });
}

function toTurn(response: ModelResponse): Turn {
  return {
    finishReason: response.finishReason,
    round: 0,
    calls: response.calls.map((call) => ({
      ...call,
      input: undefined,
      state: { status: 'new' },
      deferrals: 0,
      approval: undefined,
    })),
  };
}

function tooManyRequests(limit: number): UsageLimitExceeded {
  return new UsageLimitExceeded(
    'requests',
    `The run reached its limit of ${limit} model requests, which stops a loop that never ends. Raise usageLimits.requests if the task needs more.`,
  );
}
