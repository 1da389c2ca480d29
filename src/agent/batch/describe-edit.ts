import { defaultTitle } from '../../approval/default-title.js';
import type { GrantedCall } from '../../approval/grants/grant.js';
import type { PolicyCall } from '../../approval/policy/policy-call.js';
import type { PolicyDecision } from '../../approval/policy/policy-decision.js';
import { isSameJson, type JSONValue } from '../../protocol/base/json.js';
import { given } from '../../protocol/base/record.js';
import { type EditedCall, type Preview, parsePreview } from '../../protocol/preview.js';
import { agreed, showValue } from '../../protocol/runs-as.js';
import { validate } from '../../protocol/schema.js';
import { describeCall, redactionsOf } from '../../tools/describe-call.js';
import type { Tool } from '../../tools/tool.js';
import { freshOf } from '../calls/prepare-call.js';
import { abortable } from '../plumbing/abortable.js';
import { askPolicies } from '../policy/enforce-policies.js';
import { toPolicyCall } from '../policy/policy-call.js';
import { editIssues } from '../policy/refusals.js';
import type { RunScope } from '../run/run-scope.js';
import { toolContext } from '../run/tool-context.js';
import type { TurnCall } from '../run/turn.js';

/** A call that waits, and the input that it would have instead of its own. */
export interface InputEdit {
  readonly run: RunScope;
  readonly call: TurnCall;
  readonly tool: Tool;
  readonly input: JSONValue;
}

/** Describes a call as it would be with another input. `undefined` for an input that breaks the schema. */
export async function describeEdit(edit: InputEdit, signal: AbortSignal): Promise<EditedCall | undefined> {
  const { call, tool, input } = edit;
  const result = await validate(tool.inputSchema, input);
  if (!result.success) return undefined;
  const judged = await abortable(signal, () => judgeEdit(edit, result.value));
  // The tool's own functions each get a validation of their own, as when the call is asked about.
  const fresh = freshOf(tool, input);
  const runsAs = agreed(showValue(await fresh()), showValue(await fresh()));
  const { unshown } = runsAs;
  const hidden = redactionsOf(tool, await fresh());
  const [refusal] = editIssues(judged.decision);
  return {
    ...describeCall(tool, await fresh(), () => defaultTitle(call.toolName, input, hidden.redactions)),
    ...(unshown.length === 0 && isSameJson(input, runsAs.value) ? {} : { willRunAs: runsAs.value }),
    ...(unshown.length === 0 ? {} : { unshown }),
    ...aboutEdit(judged),
    ...hidden,
    ...given({ refusal: refusal?.message }),
  };
}

/** Asks the tool what a call would change, with its own input or with another one. */
export async function previewInput({ run, call, tool, input }: InputEdit, signal: AbortSignal): Promise<Preview> {
  const result = await validate(tool.inputSchema, input);
  if (tool.preview === undefined || !result.success) return { type: 'json', value: input };
  return parsePreview(await abortable(signal, () => tool.preview?.(result.value, toolContext(run, call, signal))));
}

/** A call with another input as grants see it: with the capabilities that it would ask for. */
export async function grantedEdit(edit: InputEdit, value: unknown): Promise<Omit<GrantedCall, 'runId'>> {
  const { policyCall, decision } = await judgeEdit(edit, value);
  const capabilities = (decision?.effect === 'ask' ? decision.asksFor : undefined) ?? policyCall.capabilities;
  return { ...policyCall, capabilities, declared: policyCall.capabilities, agents: edit.run.agents };
}

/** The decision of the policies about a call with another input. */
interface JudgedEdit {
  readonly policyCall: PolicyCall;
  readonly decision: PolicyDecision | undefined;
}

async function judgeEdit({ run, call, tool, input }: InputEdit, value: unknown): Promise<JudgedEdit> {
  const execution = { run, call, signal: run.signal, emit: () => {} };
  const policyCall = await toPolicyCall(execution, tool, { input, value });
  return { policyCall, decision: (await askPolicies(run, policyCall))?.decision };
}

function aboutEdit({ policyCall, decision }: JudgedEdit): Pick<EditedCall, 'capabilities' | 'asksFor' | 'reason'> {
  const { asksFor = [], reason } = decision?.effect === 'ask' ? decision : {};
  const capabilities = [...new Set([...policyCall.capabilities, ...asksFor])];
  return {
    ...(capabilities.length === 0 ? {} : { capabilities }),
    ...(asksFor.length === 0 ? {} : { asksFor }),
    ...given({ reason }),
  };
}
