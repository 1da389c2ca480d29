import type { AskRequest } from '../../approval/broker/ask.js';
import type { AskOptions } from '../../approval/broker/handler.js';
import type { InputForm } from '../../approval/broker/pending.js';
import type { GrantedCall } from '../../approval/grants/grant.js';
import { UserError } from '../../protocol/base/errors.js';
import { derivedId } from '../../protocol/base/ids.js';
import type { JSONValue } from '../../protocol/base/json.js';
import { given, ownMember } from '../../protocol/base/record.js';
import { type DeferredToolRequests, deferredCalls } from '../../protocol/deferred.js';
import type { Preview } from '../../protocol/preview.js';
import { validate } from '../../protocol/schema.js';
import type { Emit } from '../plumbing/delta-batcher.js';
import { inputSchemaOf } from '../plumbing/input-schema.js';
import { definitionOf } from '../policy/definition-of.js';
import type { RunScope } from '../run/run-scope.js';
import type { Turn, TurnCall } from '../run/turn.js';
import { checkAnswer } from './answers.js';
import { describeEdit, grantedEdit, previewInput } from './describe-edit.js';

/** A batch whose handler asks people. */
export interface Asking {
  readonly run: RunScope;
  readonly turn: Turn;
  readonly batchId: string;
  /** When its batch was asked first, in milliseconds since 1970. */
  readonly askedAt: number;
  readonly emit: Emit;
  readonly signal: AbortSignal;
  /** Counts its questions. */
  readonly asked: number;
}

/** What people are asked, with all that a card may want to know of the run. */
export function buildAskRequest(
  { run, turn, batchId, askedAt, emit, signal, asked }: Asking,
  requests: DeferredToolRequests,
  options: AskOptions,
): AskRequest {
  const { expiry, runId, agentPath } = run;
  const calls = new Map(turn.calls.map((call) => [call.toolCallId, call]));
  const callOf = (toolCallId: string): TurnCall => calls.get(toolCallId) ?? missing(toolCallId);
  const expiresAt =
    options.expiresAt ?? (expiry && Math.min(askedAt + expiry.after, expiry.at ?? Number.POSITIVE_INFINITY));
  const onExpiry = options.onExpiry ?? expiry?.onExpiry;
  return {
    batchId: asked === 1 ? batchId : derivedId(batchId, 'again', asked),
    runId,
    agentPath,
    round: turn.round,
    requests,
    signal,
    ...given({ expiresAt, onExpiry, refused: turn.refused }),
    check: async (toolCallId, answer) => await checkAnswer(run, callOf(toolCallId), answer),
    form: (toolCallId) => formOf(run, callOf(toolCallId)),
    report: (event) => emit(event.type === 'late-answer' ? event : { ...event, batchId }),
    began: (toolCallId) => {
      callOf(toolCallId).begun = true;
    },
    preview: async (toolCallId, wanted) => await previewCall(run, callOf(toolCallId), wanted),
    policyCall: async (toolCallId, input) => await asGranted(run, callOf(toolCallId), input),
  };
}

/** When each call of a question expires, if it does. */
export function deadlines({ requests, expiresAt }: AskRequest): Readonly<Record<string, number>> {
  const times = deferredCalls(requests).map(({ call: { toolCallId } }) => {
    const time = typeof expiresAt === 'object' ? ownMember(expiresAt, toolCallId) : expiresAt;
    return [toolCallId, time ?? Number.POSITIVE_INFINITY] as const;
  });
  return Object.fromEntries(times.filter(([, time]) => Number.isFinite(time)));
}

function missing(toolCallId: string): never {
  throw new UserError('unknown-call', `The batch has no call '${toolCallId}'. Use the ids of its requests.`);
}

/** What people need to edit a call's input, where they can. */
function formOf(run: RunScope, call: TurnCall): InputForm | undefined {
  const { toolName, fixedInput } = call;
  const tool = run.stepTools.get(toolName);
  if (tool === undefined || fixedInput !== undefined) return undefined;
  return {
    // What the model was told already; a schema that cannot say it is edited as JSON.
    schema: async () => await inputSchemaOf(tool, toolName).catch(() => undefined),
    check: async (input) => {
      const result = await validate(tool.inputSchema, input);
      return result.success ? [] : result.issues;
    },
    describe: async (input, signal) => await describeEdit({ run, call, tool, input }, signal),
    ...(tool.preview === undefined
      ? {}
      : { preview: async (input, signal) => await previewInput({ run, call, tool, input }, signal) }),
  };
}

/** Asks the tool what a call would change. */
async function previewCall(run: RunScope, call: TurnCall, signal: AbortSignal): Promise<Preview> {
  const tool = run.stepTools.get(call.toolName);
  const input = call.input ?? null;
  return tool === undefined ? { type: 'json', value: input } : await previewInput({ run, call, tool, input }, signal);
}

/** A call as grants see it: with what is asked for, and of an edited one with what that would ask for. */
async function asGranted(
  run: RunScope,
  call: TurnCall,
  edited: JSONValue | undefined,
): Promise<Omit<GrantedCall, 'runId'>> {
  const { toolName, policyCall, asksFor } = call;
  const bare = { toolName, input: call.input ?? null, agentPath: run.agentPath, annotations: {}, capabilities: [] };
  const definition = await definitionOf(run.stepTools.get(toolName), toolName);
  const known = { ...given({ definition }), ...(policyCall ?? bare), declared: call.budget, agents: run.agents };
  if (edited === undefined) return { ...known, capabilities: asksFor ?? known.capabilities };
  const tool = run.stepTools.get(toolName);
  const result = tool && (await validate(tool.inputSchema, edited));
  if (tool === undefined || !result?.success) return { ...known, input: edited };
  return await grantedEdit({ run, call, tool, input: edited }, result.value);
}
