import type { DeferredAnswer, ToolApproved } from '../../protocol/answers.js';
import { UserError } from '../../protocol/base/errors.js';
import { isSameJson, type JSONValue, toJson } from '../../protocol/base/json.js';
import { ownMember } from '../../protocol/base/record.js';
import { quoteList } from '../../protocol/base/words.js';
import { refuseRunAgain } from '../../protocol/build-results.js';
import { type CallEnd, issueText } from '../../protocol/call-end.js';
import {
  type DeferredCall,
  type DeferredToolRequests,
  type DeferredToolResults,
  deferredCalls,
} from '../../protocol/deferred.js';
import { toolApproved } from '../../protocol/make-answer.js';
import { validate } from '../../protocol/schema.js';
import { type Issue, isControlSignal } from '../../protocol/signals.js';
import type { Tool } from '../../tools/tool.js';
import { abortable } from '../plumbing/abortable.js';
import type { Emit } from '../plumbing/delta-batcher.js';
import { checkEdit } from '../policy/enforce-policies.js';
import { lackOfPeople } from '../policy/people.js';
import type { RunScope } from '../run/run-scope.js';
import { toolContext } from '../run/tool-context.js';
import { type Deferral, endCall, passOn, type TurnCall } from '../run/turn.js';

/** What is wrong with an answer: an edited input or a result that breaks its tool's schema. Empty: nothing. */
export async function checkAnswer(run: RunScope, call: TurnCall, answer: DeferredAnswer): Promise<readonly Issue[]> {
  const { fixedInput } = call;
  if (fixedInput !== undefined && answer.kind === 'tool-approved' && answer.overrideArgs !== undefined) {
    return [{ path: [], message: fixedInput }];
  }
  if (answer.kind === 'tool-approved') {
    const missing = lackOfPeople(call.needs ?? [], answer.approvedBy);
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

/** What the policies forbid, people cannot edit a call into. */
async function refusedByPolicies(
  run: RunScope,
  { tool, call, answer }: Edit,
  value: unknown,
): Promise<readonly Issue[]> {
  const execution = { run, call, signal: run.signal, emit: () => {} };
  const input = toJson(answer.overrideArgs, `The edited input of '${call.toolCallId}'`);
  return await checkEdit(execution, tool, { input, value, approvedBy: answer.approvedBy });
}

/** What the tool's own validator has against an edit. The model did not make it, so it is not told to mend it. */
async function validateEdit(run: RunScope, { tool, call, answer }: Edit, value: unknown): Promise<readonly Issue[]> {
  const approved: TurnCall = { ...call, state: { status: 'approved', answer, metadata: undefined } };
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
function askedCall(call: TurnCall): Pick<DeferredCall, 'toolCallId' | 'begun'> {
  return 'deferral' in call.state ? call.state.deferral.call : { toolCallId: call.toolCallId };
}

interface Applying {
  readonly results: DeferredToolResults;
  readonly emit: Emit;
}

/** Applies the answer to one call: it may run now, has ended, or stays open on purpose. */
export function applyAnswer(call: TurnCall, deferral: Deferral, { results, emit }: Applying): void {
  const answer = answerTo(call.toolCallId, results);
  if (answer === undefined) {
    call.state = { status: 'parked', deferral };
    return;
  }
  if (answer.kind === 'tool-approved') {
    call.approval = { ...call.approval, ...answer };
    delete call.isGranted;
    if (call.providerApprovalId !== undefined) {
      passOn(call, emit);
      return;
    }
    call.state = { status: 'approved', answer, metadata: ownMember(results.metadata, call.toolCallId) };
    const { input, willRunAs = input, unshown = [] } = deferral.call;
    // Nobody has seen what an edit will run as.
    const isEdited = answer.overrideArgs !== undefined && !isSameJson(answer.overrideArgs as JSONValue, input); // it was checked
    call.shown = isEdited ? undefined : { value: willRunAs, unshown };
    call.shownDefinition = deferral.call.definition;
    return;
  }
  if (answer.kind === 'run-again') {
    letRunAgain(call, deferral, results);
    return;
  }
  // Of what may have happened, the model is not told that nobody answered.
  const isUnknown = answer.kind === 'tool-expired' && deferral.call.begun !== undefined;
  endCall({ call, end: isUnknown ? { status: 'unknown' } : toEnd(answer), emit });
  if (answer.kind === 'tool-return' && answer.content !== undefined && call.state.status === 'ended') {
    call.state = { ...call.state, content: answer.content };
  }
}

/** A yes to exactly what was shown. Until its new body begins, it stays a call that may have had its effect: a stop says so. */
function letRunAgain(call: TurnCall, { call: asked }: Deferral, { metadata }: DeferredToolResults): void {
  const { input, willRunAs = input, unshown = [] } = asked;
  delete call.isGranted;
  call.input = input;
  call.shown = { value: willRunAs, unshown };
  call.shownDefinition = asked.definition;
  call.state = { status: 'approved', answer: toolApproved(), metadata: ownMember(metadata, call.toolCallId) };
}

function toEnd(answer: Exclude<DeferredAnswer, { kind: 'tool-approved' | 'run-again' }>): CallEnd {
  switch (answer.kind) {
    case 'tool-denied':
      return { status: 'denied', message: answer.message };
    case 'tool-expired':
      return { status: 'expired' };
    case 'tool-failed':
      return { status: 'failed', message: answer.message };
    case 'model-retry':
      return {
        status: 'retry',
        message: answer.message,
        ...(answer.issues === undefined ? {} : { issues: answer.issues }),
      };
    case 'tool-return':
      return {
        status: 'returned',
        value: answer.returnValue,
        ...(answer.metadata === undefined ? {} : { metadata: answer.metadata }),
      };
    default:
      return answer satisfies never;
  }
}

/** The answer to a call, if there is one. */
function answerTo(toolCallId: string, results: DeferredToolResults): DeferredAnswer | undefined {
  return ownMember(results.approvals, toolCallId) ?? ownMember(results.calls, toolCallId);
}

/** Names an answer to a call by what it says. */
export function answerKey(toolCallId: string, results: DeferredToolResults): string {
  return JSON.stringify([toolCallId, answerTo(toolCallId, results)]);
}

/** Notes which answers were applied, in this life of the run or an earlier one. */
export function noteAnswers(run: RunScope, calls: readonly TurnCall[], results: DeferredToolResults): void {
  for (const { toolCallId } of calls) run.answered.add(answerKey(toolCallId, results));
}
