import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';
import type { ModelMessage } from 'ai';
import { UserError } from '../../protocol/base/errors.js';
import { derivedId } from '../../protocol/base/ids.js';
import type { SerializedError } from '../../protocol/base/serialize-error.js';
import { toWellFormed } from '../../protocol/foreign/well-formed.js';
import type { RunEventBody } from '../../protocol/run-event.js';
import { toJsonSchema } from '../../protocol/schema.js';
import { assertWhole } from '../batch/repair-history.js';
import { convertFiles } from '../model/convert-files.js';
import { type Convert, PromptLog } from '../model/prompt-log.js';
import type { ModelResponse } from '../model/read-response.js';
import { requestModel } from '../model/request-model.js';
import { endsLater, toolDefinitions } from '../model/tool-definitions.js';
import { abortable } from '../plumbing/abortable.js';
import type { Emit } from '../plumbing/delta-batcher.js';
import { metadataOf } from '../plumbing/metadata-of.js';
import { isSuspended } from '../plumbing/suspension.js';
import { offeredTools, reportHidden } from '../policy/hide-tools.js';
import { runContext } from '../run/run-scope.js';
import { runStep } from '../run/run-step.js';
import { outputKind } from '../run/tool-context.js';
import { checkRequest, spendResponse } from '../run/usage-budget.js';
import type { ModelRun, NextStep } from './next-step.js';
import { toResponseStep } from './response-step.js';
import { stepTools, watchStep } from './step-tools.js';

/** Asks the model once. Its response stands in the history before anything is done about its calls. */
export async function modelStep(run: ModelRun, emit: Emit): Promise<NextStep> {
  const { agentName, usageLimits, costOf } = run.config;
  if (usageLimits.cost !== undefined && costOf === undefined) throw costUnknown(agentName);
  checkRequest(run);
  run.step += 1;
  emit({ type: 'step-start', step: run.step });

  await stepTools(run);
  reportHidden(run, emit);
  const response = run.journal === undefined ? await callModel(run, emit) : await persistResponse(run, emit);

  run.usage = spendResponse(run, response.tokens);
  emit({ type: 'usage', usage: run.usage });
  return isPaused(run, response) ? goOn(run, response, emit) : toResponseStep(run, response);
}

/**
 * Persists a response. A response that was not persisted is void: it is not in the history, and its calls have ended.
 */
async function persistResponse(run: ModelRun, emit: Emit): Promise<ModelResponse> {
  const step = { key: derivedId(run.runId, 'model', run.step), emit, once: true };
  let hearing: Promise<ModelResponse> | undefined;
  try {
    const { value, isReplayed } = await runStep(run, step, async (tell, { isRepeated }) => {
      if (isRepeated) tell({ type: 'model-retry', attempt: 1, delay: 0, error: responseLost });
      hearing = callModel(run, tell);
      return await hearing;
    });
    if (isReplayed) run.memory.ids.addMessages([{ role: 'assistant', content: [...value.content] }]);
    return value;
  } catch (error) {
    // A later activation may find the persisted response and continue with its calls.
    if (!isSuspended(run.signal)) await endUnpersistedCalls(run, hearing, emit);
    throw error;
  }
}

/**
 * Ends the calls of a response that is not kept. A stop ends the wait for the journal at once, while what was heard is
 * still on its way here: it may be whole. A response that broke off has ended its calls itself.
 */
async function endUnpersistedCalls(
  run: ModelRun,
  hearing: Promise<ModelResponse> | undefined,
  emit: Emit,
): Promise<void> {
  const heard = await hearing?.catch(() => undefined);
  if (heard === undefined) return;
  const { calls, providerApprovals, openProviderCalls } = heard;
  const end = { status: run.signal.aborted ? 'cancelled' : 'interrupted' } as const;
  for (const { toolCallId, toolName } of [...calls, ...providerApprovals, ...openProviderCalls]) {
    emit({ type: 'tool-end', toolCallId, toolName, end });
  }
}

async function callModel(run: ModelRun, emit: Emit): Promise<ModelResponse> {
  const { request, sent } = await toRequest(run);
  const { countTokens, costOf, model } = run.config;
  if (countTokens !== undefined) checkRequest(run, await abortable(run.signal, () => countTokens(request)));
  const watch = watchStep(run, emit);
  const response = await requestModel(request, {
    model,
    retries: run.config.modelRetries,
    ids: run.memory.ids,
    environment: run.config.environment,
    signal: run.signal,
    emit: markingOutput(run, watch.emit),
    history: run.messages,
    sent,
  });
  // A stop ends the wait, and is left to the next step: the response is whole, so its calls have to be closed.
  await abortable(run.signal, watch.done).catch(() => {});
  if (costOf === undefined) return response;
  // What an app says is kept with the response.
  const { provider, modelId } = model;
  return { ...response, tokens: { ...response.tokens, cost: costOf({ ...response.tokens, provider, modelId }) } };
}

/** Tells of what the model writes whether it is the output. */
function markingOutput(run: ModelRun, emit: Emit): Emit {
  const { mode, choices } = run.config.output;
  if (mode === undefined && choices.length === 0) return emit;
  const isOutput = (body: RunEventBody): boolean =>
    body.type === 'tool-input-start' || body.type === 'tool-call'
      ? outputKind(run, body) !== undefined
      : body.type === 'text-start' && mode !== undefined;
  return (body) => emit(isOutput(body) ? ({ ...body, isOutput: true } as RunEventBody) : body); // of one of these types
}

/** Why a response that an earlier life of the run was still reading is void. */
const responseLost: SerializedError = {
  code: 'model-broke-off',
  name: 'ModelError',
  message: 'The page or the process ended while the model answered, so it is asked again.',
};

/** A request, and the messages that its prompt was made of. */
interface MadeRequest {
  readonly request: LanguageModelV4CallOptions;
  readonly sent: readonly ModelMessage[];
}

async function toRequest(run: ModelRun): Promise<MadeRequest> {
  const { config, signal } = run;
  const { model, output } = config;
  const own = await abortable(signal, () => config.instructions(runContext(run)));
  const { mode } = output;
  const schema = mode && (await toJsonSchema(mode.outputSchema, 'the output'));
  const also = schema && mode?.instruct?.(schema);
  const instructions = own && also ? `${own}\n\n${also}` : (also ?? own);
  const tools = await toolDefinitions(offeredTools(run));
  const [provider = ''] = model.provider.split('.');
  const supportedUrls = await abortable(signal, () => model.supportedUrls);
  const { files } = run.memory;
  const { prompt, messages } = await preparedPrompt(run);
  const { loadFile, environment: clock } = config;
  const loading = { provider, supportedUrls, files, signal, loadFile, clock };
  const convert: Convert = (raw) => convertFiles(raw, loading);
  await abortable(signal, () => prompt.grow(messages, convert));
  const request: LanguageModelV4CallOptions = {
    // Only a call can be the answer.
    ...(output.takesText || mode ? {} : { toolChoice: { type: 'required' } }),
    ...toWellFormed(config.modelSettings),
    prompt: prompt.toPrompt(toWellFormed(instructions)),
    abortSignal: signal,
    ...(tools.length === 0 ? {} : { tools: toWellFormed(tools) }),
    ...(schema && !mode?.instruct ? toWellFormed({ responseFormat: { type: 'json', schema, ...mode?.about } }) : {}),
  };
  return { request, sent: messages };
}

/** The history as it grows; or what the app makes of it, which may be another each time. */
async function preparedPrompt(run: ModelRun): Promise<{
  readonly prompt: PromptLog;
  readonly messages: readonly ModelMessage[];
}> {
  const { config, signal, messages, memory } = run;
  const { prepareMessages } = config;
  if (prepareMessages === undefined) return { prompt: memory.prompt, messages };
  const prepared = await abortable(signal, () => prepareMessages([...messages], runContext(run)));
  assertWhole(prepared);
  return { prompt: new PromptLog(config.model.provider), messages: prepared };
}

/** A provider may stop in the middle of calls that it runs itself, and go on when it is asked again. */
function isPaused(run: ModelRun, { calls, providerApprovals, openProviderCalls }: ModelResponse): boolean {
  if (calls.length + providerApprovals.length > 0) return false;
  return openProviderCalls.some(({ toolName }) => endsLater(run.stepTools.get(toolName)));
}

function goOn(run: ModelRun, response: ModelResponse, emit: Emit): NextStep {
  const { content, finishReason } = response;
  run.messages.push({ role: 'assistant', content });
  run.lastResponse = { finishReason, providerMetadata: response.providerMetadata };
  emit({ type: 'step-end', step: run.step, finishReason, ...metadataOf(response), messages: run.messages.slice(-1) });
  return { type: 'model' };
}

function costUnknown(agentName: string): UserError {
  return new UserError(
    'cost-unknown',
    `The run has a usageLimits.cost, and agent '${agentName}' has no costOf, so that the limit would never be reached. Give createAgent() a costOf.`,
  );
}
