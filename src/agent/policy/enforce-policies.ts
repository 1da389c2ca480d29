import { defaultTitle } from '../../approval/default-title.js';
import { askPolicy } from '../../approval/policy/ask-policy.js';
import type { PolicyCall } from '../../approval/policy/policy-call.js';
import {
  type AttributedDecision,
  attribute,
  type PolicyDecision,
  strictest,
} from '../../approval/policy/policy-decision.js';
import type { JSONValue } from '../../protocol/base/json.js';
import type { CallEnd } from '../../protocol/call-end.js';
import type { PeopleNeeded } from '../../protocol/decided-by.js';
import { toolApproved } from '../../protocol/make-answer.js';
import { endsRun } from '../../tools/output/ends-run.js';
import { abortable } from '../plumbing/abortable.js';
import { parseInput } from '../plumbing/parse-input.js';
import { describedTitle, type Fresh } from '../run/describe-call.js';
import { type Execution, type RunScope, runContext } from '../run/run-scope.js';
import type { TurnCall } from '../run/turn.js';
import { approvalIssues, needPeople } from './people.js';
import { type Considered, type DescribedTool, toPolicyCall } from './policy-call.js';
import { refusal, refusalOf, reportDecision } from './refusals.js';

/** The result of the policies for a call: it ends, requires approval, or continues as its tool says. */
type PolicyResult =
  | { readonly type: 'end'; readonly end: CallEnd }
  | { readonly type: 'ask' }
  /** More people have to approve it. */
  | { readonly type: 'ask-others' }
  | { readonly type: 'pass' };

/** A call, and what a rule made of its input. */
interface Deciding extends Considered {
  readonly rewritten: JSONValue | undefined;
}

/**
 * Determines the capabilities of a call and asks the policies. An `allow` approves it; the approval of a person does
 * not override a denied or blocked call.
 */
export async function decideCall(execution: Execution, tool: DescribedTool, deciding: Deciding): Promise<PolicyResult> {
  const { run, call } = execution;
  // What only ends the run does nothing that a policy could be asked about.
  if (isUngoverned(run, tool) || tool[endsRun] === 'input') return { type: 'pass' };
  call.ruling.policyCall = await toPolicyCall(execution, tool, deciding);
  // What was let through stays: a tool that asks for more is let through with all of it.
  extendBudget(call, call.ruling.policyCall.capabilities);
  const found = await askPolicies(run, call.ruling.policyCall);
  return found === undefined ? { type: 'pass' } : obey(execution, found, deciding);
}

/** A call that is planned, with its own validations of the input. */
interface Planning extends Pick<Deciding, 'input' | 'rewritten'> {
  readonly value: Fresh;
}

/** Asks the policies about a call that is planned, perhaps with an answer by now. */
export async function decidePlanned(
  execution: Execution,
  tool: DescribedTool,
  { input, value, rewritten }: Planning,
): Promise<PolicyResult> {
  const { call } = execution;
  if (call.state.status === 'approved') {
    if (call.state.answer.overrideArgs !== undefined) forgetDeclared(call);
    // An approval covers exactly the requested capabilities.
    extendBudget(call, call.ruling.asksFor ?? []);
  }
  const considered = typeof tool.capabilities === 'function' ? await value() : input;
  return await decideCall(execution, tool, { input, value: considered, rewritten });
}

/** Returns `true` for a tool whose calls no policy and no grant decides about, and that declares nothing. */
export function isUngoverned({ gate: { policies, grants } }: RunScope, { capabilities }: DescribedTool): boolean {
  return capabilities === undefined && policies.length === 0 && grants === undefined;
}

/** A call as policies see it, and what they decide about it. */
interface JudgedCall {
  readonly policyCall: PolicyCall;
  readonly decision: PolicyDecision | undefined;
}

/** Asks the policies about a call with this input, which changes nothing about it. */
export async function judgeCall(
  execution: Execution,
  tool: DescribedTool,
  considered: Considered,
): Promise<JudgedCall> {
  const policyCall = await toPolicyCall(execution, tool, considered);
  return { policyCall, decision: (await askPolicies(execution.run, policyCall))?.decision };
}

/** Takes back what a call might touch with the input that a person replaced. */
function forgetDeclared(call: TurnCall): void {
  const declared = new Set(call.ruling.policyCall?.capabilities);
  const isOther = (one: string): boolean => !declared.has(one);
  call.ruling.budget = call.ruling.budget.filter(isOther);
  if (call.ruling.asksFor !== undefined) call.ruling.asksFor = call.ruling.asksFor.filter(isOther);
}

/** Adds to what a call may touch: what its tool declares when it is let through, and what is approved since. */
export function extendBudget(call: TurnCall, capabilities: readonly string[]): void {
  if (capabilities.length > 0) call.ruling.budget = [...new Set([...call.ruling.budget, ...capabilities])];
}

/** Asks the policies about further work of a tool's body. */
export async function decideMore(execution: Execution, call: PolicyCall): Promise<AttributedDecision | undefined> {
  const found = await askPolicies(execution.run, call);
  if (found !== undefined) reportDecision(execution, found, { capabilities: call.capabilities });
  return found;
}

/** Returns the end of a call of a hidden tool: the model may guess its name, or an older run may have called it. */
export function decideHidden(execution: Execution): CallEnd | undefined {
  const { toolName, rawInput } = execution.call;
  const hidden = execution.run.hiddenTools.get(toolName);
  if (hidden === undefined) return undefined;
  const parsed = parseInput(rawInput);
  // Its input is not validated, so its tool cannot say what to hide in it.
  const redactions = execution.run.stepTools.get(toolName)?.redact === undefined ? {} : { hide: [[]] };
  const title = defaultTitle(toolName, parsed.success ? parsed.value : undefined, redactions);
  reportDecision(execution, hidden, { title });
  return refusalOf(hidden);
}

/** Returns the end of a call that was allowed in an earlier activation and that the current policies refuse. */
export async function refuseNow(
  execution: Execution,
  tool: DescribedTool,
  considered: Considered,
): Promise<CallEnd | undefined> {
  if (execution.run.gate.policies.length === 0 || tool[endsRun] === 'input') return undefined;
  const call = await toPolicyCall(execution, tool, considered);
  const found = await askPolicies(execution.run, call);
  const end = found && refusalOf(found);
  if (found !== undefined && end !== undefined) {
    const { capabilities } = call;
    reportDecision(execution, found, { capabilities, ...titleOfRefused(execution, found, considered) });
  }
  return end;
}

/** A call that does not run gets its title with the refusal, because no other event tells it. */
function titleOfRefused(
  { run, call: { toolName } }: Execution,
  found: AttributedDecision,
  { input, value }: Considered,
): { readonly title?: string } {
  if (refusalOf(found) === undefined) return {};
  return { title: describedTitle(run.stepTools.get(toolName), { toolName, input, value }) };
}

/** Returns the strictest decision of the run's policies. `undefined` without a policy. */
async function askPolicies(run: RunScope, call: PolicyCall): Promise<AttributedDecision | undefined> {
  const attributed = await Promise.all(
    run.gate.policies.map(async (policy) =>
      attribute(policy.name, await abortable(run.signal, () => askPolicy(policy, call, runContext(run)))),
    ),
  );
  if (attributed.length === 0) return undefined;
  const [first, ...rest] = attributed.map(({ decision }) => decision);
  const counts = first && strictest([first, ...rest]);
  const found = attributed.find(({ decision }) => decision.effect === counts?.effect);
  if (found === undefined || counts?.effect !== 'ask') return found;
  const asksFor = new Set(
    attributed.flatMap(({ decision }) => (decision.effect === 'ask' ? askedBy(decision, call) : [])),
  );
  return { ...found, decision: { ...counts, asksFor: [...asksFor] } };
}

function askedBy({ asksFor }: Extract<PolicyDecision, { effect: 'ask' }>, call: PolicyCall): readonly string[] {
  return asksFor ?? call.capabilities;
}

/** An approval without the required people does not count. */
function toAsk(call: TurnCall, needs: readonly PeopleNeeded[] = []): PolicyResult {
  const yes = call.state.status === 'approved' ? call.state.answer : undefined;
  if (yes !== undefined && approvalIssues(needs, yes.approvedBy).length === 0) return { type: 'ask' };
  needPeople(call, needs);
  return { type: yes === undefined ? 'ask' : 'ask-others' };
}

function obey(execution: Execution, found: AttributedDecision, { rewritten, ...considered }: Deciding): PolicyResult {
  const { call } = execution;
  const { decision } = found;
  const isApproved = call.state.status === 'approved';
  if (!isApproved || decision.effect === 'deny' || decision.effect === 'block') {
    const { capabilities = [] } = call.ruling.policyCall ?? {};
    reportDecision(execution, found, {
      capabilities,
      input: rewritten,
      ...titleOfRefused(execution, found, considered),
    });
  }
  switch (decision.effect) {
    case 'declared':
      return { type: 'pass' };
    case 'allow':
      if (!isApproved) call.state = { status: 'approved', answer: toolApproved(), metadata: undefined };
      return { type: 'pass' };
    case 'ask':
      call.ruling.reason = decision.reason;
      call.ruling.asksFor = decision.asksFor ?? [];
      return toAsk(call, decision.needs);
    case 'deny':
    case 'block':
      return { type: 'end', end: refusal(decision) };
    default:
      return decision satisfies never;
  }
}
