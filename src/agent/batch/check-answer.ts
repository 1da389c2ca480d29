import type { AskRequest } from '../../approval/broker/ask.js';
import type { InputForm } from '../../approval/broker/pending.js';
import { defaultTitle } from '../../approval/default-title.js';
import type { GrantedCall } from '../../approval/grants/grant.js';
import type { DeferredAnswer, ToolApproved } from '../../protocol/answers.js';
import { callOrigin } from '../../protocol/base/call-origin.js';
import { UserError } from '../../protocol/base/errors.js';
import { isSameJson, type JSONValue, toJson } from '../../protocol/base/json.js';
import { definedProps } from '../../protocol/base/record.js';
import { quoteList } from '../../protocol/base/words.js';
import { answerTo, refuseRunAgain } from '../../protocol/build-results.js';
import { issueText } from '../../protocol/call-end.js';
import {
  type DeferredCall,
  type DeferredToolRequests,
  type DeferredToolResults,
  deferredCalls,
} from '../../protocol/deferred.js';
import { agreed, showValue } from '../../protocol/effective-input.js';
import { type EditedCall, type Preview, parsePreview } from '../../protocol/preview.js';
import { validate } from '../../protocol/schema.js';
import { type Issue, isControlSignal } from '../../protocol/signals.js';
import type { Tool } from '../../tools/tool.js';
import { abortable } from '../plumbing/abortable.js';
import { inputSchemaOf } from '../plumbing/input-schema.js';
import { definitionOf } from '../policy/definition-of.js';
import { isUngoverned, judgeCall } from '../policy/enforce-policies.js';
import { approvalIssues } from '../policy/people.js';
import { editIssues } from '../policy/refusals.js';
import { copyCall } from '../run/call-snapshot.js';
import { describeCall, freshOf, redactionsOf } from '../run/describe-call.js';
import type { RunScope } from '../run/run-scope.js';
import { toolContext } from '../run/tool-context.js';
import type { Turn, TurnCall } from '../run/turn.js';

/** Returns the functions by which cards ask the run about the calls of a batch. */
export function knownCalls(
  run: RunScope,
  turn: Turn,
): Pick<AskRequest, 'check' | 'form' | 'began' | 'preview' | 'policyCall'> {
  const calls = new Map(turn.calls.map((call) => [call.toolCallId, call]));
  const callOf = (toolCallId: string): TurnCall => calls.get(toolCallId) ?? missing(toolCallId);
  return {
    check: async (toolCallId, answer) => await checkAnswer(run, callOf(toolCallId), answer),
    form: (toolCallId) => formOf(run, callOf(toolCallId)),
    began: (toolCallId) => {
      callOf(toolCallId).hasStarted = true;
    },
    preview: async (toolCallId, wanted) => await previewCall(run, callOf(toolCallId), wanted),
    policyCall: async (toolCallId, input) => await asGranted(run, callOf(toolCallId), input),
  };
}

/** Returns the issues of an answer: an edited input or a result that violates the schema of its tool. */
async function checkAnswer(run: RunScope, call: TurnCall, answer: DeferredAnswer): Promise<readonly Issue[]> {
  const { fixedInput } = call;
  if (fixedInput !== undefined && answer.kind === 'tool-approved' && answer.overrideArgs !== undefined) {
    return [{ path: [], message: fixedInput }];
  }
  if (answer.kind === 'tool-approved') {
    const missing = approvalIssues(call.ruling.needs ?? [], answer.approvedBy);
    if (missing.length > 0) return missing;
  }
  const tool = run.stepTools.get(call.toolName);
  const outputSchema = call.outputSchema ?? tool?.outputSchema;
  if (answer.kind === 'tool-return' && outputSchema !== undefined) {
    const result = await validate(outputSchema, answer.returnValue);
    return result.success ? [] : result.issues;
  }
  if (tool === undefined) return [];
  if (answer.kind === 'tool-approved' && answer.overrideArgs !== undefined) {
    const result = await validate(tool.inputSchema, answer.overrideArgs);
    if (!result.success) return result.issues;
    const refused = await refusedByPolicies(run, { tool, call, answer }, result.value);
    return refused.length > 0 ? refused : await validateEdit(run, { tool, call, answer }, result.value);
  }
  return [];
}

interface Edit {
  readonly tool: Tool;
  readonly call: TurnCall;
  readonly answer: ToolApproved;
}

/** People cannot edit a call into what the policies forbid, nor into what takes more of them. */
async function refusedByPolicies(
  run: RunScope,
  { tool, call, answer }: Edit,
  value: unknown,
): Promise<readonly Issue[]> {
  if (run.gate.policies.length === 0) return [];
  const input = toJson(answer.overrideArgs, `The edited input of '${call.toolCallId}'`);
  const { decision } = await judgeEdit({ run, call, tool, input }, value);
  return editIssues(decision, answer.approvedBy);
}

/**
 * Returns the issues that the tool's own validator reports for an edit. They are for the person, not for the
 * model. Other errors of the validator are ignored here, because they appear again when the call is about to run.
 */
async function validateEdit(run: RunScope, { tool, call, answer }: Edit, value: unknown): Promise<readonly Issue[]> {
  const approved: TurnCall = { ...copyCall(call), state: { status: 'approved', answer, metadata: undefined } };
  try {
    await abortable(run.signal, () => tool.argsValidator?.(value, toolContext(run, approved, run.signal)));
    return [];
  } catch (error) {
    if (!isControlSignal(error) || error.kind !== 'model-retry') return []; // it comes up when the call is about to run
    return error.issues ?? [{ path: [], message: error.message }];
  }
}

/**
 * Refuses an answer that leaves calls silently open.
 *
 * @throws UserError that names them.
 */
export function refuseIncomplete(requests: DeferredToolRequests, results: DeferredToolResults): void {
  const silent = deferredCalls(requests)
    .map(({ call }) => call.toolCallId)
    .filter((id) => answerTo(id, results) === undefined && !results.defer.includes(id));
  if (silent.length === 0) return;
  throw new UserError(
    'incomplete-answer',
    `The deferredToolHandler left ${quoteList(silent)} without an answer. Nothing of the batch has run. Answer every call, name those left open in \`defer\`, or return null to decline the batch.`,
  );
}

/**
 * Checks what code answered before anything of the batch is applied; what people answered was checked at the card too.
 *
 * @throws UserError for the first answer that breaks its tool's schema, or lets a call run again that has not begun.
 */
export async function refuseInvalid(
  run: RunScope,
  calls: readonly TurnCall[],
  results: DeferredToolResults,
): Promise<void> {
  for (const call of calls) {
    const answer = answerTo(call.toolCallId, results);
    refuseRunAgain(askedCall(call), answer);
    const issues = answer === undefined ? [] : await checkAnswer(run, call, answer);
    if (issues.length === 0) continue;
    const list = issues.map((issue) => issueText(issue, 'value')).join('; ');
    throw new UserError(
      'invalid-answer',
      `The answer to '${call.toolCallId}' cannot be used for tool '${call.toolName}' (${list}). Nothing was applied. Let overrideArgs fit the inputSchema, and results the outputSchema.`,
    );
  }
}

/** The call as it was asked about, as far as that is known. */
function askedCall(call: TurnCall): Pick<DeferredCall, 'toolCallId' | 'interrupted'> {
  return 'deferral' in call.state ? call.state.deferral.call : { toolCallId: call.toolCallId };
}

/** Names an answer to a call by what it says. */
export function answerKey(toolCallId: string, results: DeferredToolResults): string {
  return JSON.stringify([toolCallId, answerTo(toolCallId, results)]);
}

/** Notes which answers were applied, in this life of the run or an earlier one. */
export function noteAnswers(run: RunScope, calls: readonly TurnCall[], results: DeferredToolResults): void {
  for (const { toolCallId } of calls) run.answers.applied.add(answerKey(toolCallId, results));
}

function missing(toolCallId: string): never {
  throw new UserError('unknown-call', `The batch has no call '${toolCallId}'. Use the ids of its requests.`);
}

/** Returns the form for editing a call's input, if people can edit it. */
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
  const { toolName } = call;
  const { policyCall, asksFor } = call.ruling;
  const bare = { toolName, input: call.input ?? null, agentPath: run.agentPath, annotations: {}, capabilities: [] };
  const tool = run.stepTools.get(toolName);
  const definition = await definitionOf(tool, toolName);
  const known = {
    ...definedProps({ definition, origin: tool?.[callOrigin] }),
    ...(policyCall ?? bare),
    declared: call.ruling.budget,
    agents: run.agents,
  };
  if (edited === undefined) return { ...known, capabilities: asksFor ?? known.capabilities };
  const result = tool && (await validate(tool.inputSchema, edited));
  if (tool === undefined || !result?.success) return { ...known, input: edited };
  return await grantedEdit({ run, call, tool, input: edited }, result.value);
}

/** A call that waits, and the input that it would have instead of its own. */
interface InputEdit {
  readonly run: RunScope;
  readonly call: TurnCall;
  readonly tool: Tool;
  readonly input: JSONValue;
}

/** Describes a call as it would be with another input. `undefined` for an input that breaks the schema. */
async function describeEdit(edit: InputEdit, signal: AbortSignal): Promise<EditedCall | undefined> {
  const { run, call, tool, input } = edit;
  const result = await validate(tool.inputSchema, input);
  if (!result.success) return undefined;
  const judged = isUngoverned(run, tool) ? undefined : await abortable(signal, () => judgeEdit(edit, result.value));
  // The tool's own functions each get a validation of their own, as when the call is asked about.
  const fresh = freshOf(tool, input);
  const runsAs = agreed(showValue(await fresh()), showValue(await fresh()));
  const { unpredictablePaths } = runsAs;
  const hidden = redactionsOf(tool, await fresh());
  const [refusal] = editIssues(judged?.decision);
  return {
    ...describeCall(tool, await fresh(), () => defaultTitle(call.toolName, input, hidden.redactions)),
    ...(unpredictablePaths.length === 0 && isSameJson(input, runsAs.value) ? {} : { effectiveInput: runsAs.value }),
    ...(unpredictablePaths.length === 0 ? {} : { unpredictablePaths }),
    ...(judged && aboutEdit(judged)),
    ...hidden,
    ...definedProps({ refusal: refusal?.message }),
  };
}

/** Asks the tool what a call would change, with its own input or with another one. */
async function previewInput({ run, call, tool, input }: InputEdit, signal: AbortSignal): Promise<Preview> {
  const result = await validate(tool.inputSchema, input);
  if (tool.preview === undefined || !result.success) return { type: 'json', value: input };
  return parsePreview(await abortable(signal, () => tool.preview?.(result.value, toolContext(run, call, signal))));
}

/** A call with another input as grants see it: with the capabilities that it would ask for. */
async function grantedEdit(edit: InputEdit, value: unknown): Promise<Omit<GrantedCall, 'runId'>> {
  const { policyCall, decision } = await judgeEdit(edit, value);
  const capabilities = (decision?.effect === 'ask' ? decision.asksFor : undefined) ?? policyCall.capabilities;
  return { ...policyCall, capabilities, declared: policyCall.capabilities, agents: edit.run.agents };
}

/** Asks the policies about a call with another input. */
async function judgeEdit({ run, call, tool, input }: InputEdit, value: unknown): ReturnType<typeof judgeCall> {
  return await judgeCall({ run, call, signal: run.signal, emit: () => {} }, tool, { input, value });
}

function aboutEdit({
  policyCall,
  decision,
}: Awaited<ReturnType<typeof judgeCall>>): Pick<EditedCall, 'capabilities' | 'asksFor' | 'reason'> {
  const { asksFor = [], reason } = decision?.effect === 'ask' ? decision : {};
  const capabilities = [...new Set([...policyCall.capabilities, ...asksFor])];
  return {
    ...(capabilities.length === 0 ? {} : { capabilities }),
    ...(asksFor.length === 0 ? {} : { asksFor }),
    ...definedProps({ reason }),
  };
}
