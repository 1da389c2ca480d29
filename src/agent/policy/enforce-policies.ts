import { askPolicy } from '../../approval/policy/ask-policy.js';
import type { Policy } from '../../approval/policy/policy.js';
import type { PolicyCall } from '../../approval/policy/policy-call.js';
import { type Judgement, type PolicyVerdict, type Refusal, strictest } from '../../approval/policy/policy-verdict.js';
import type { JSONValue } from '../../protocol/base/json.js';
import type { CallEnd } from '../../protocol/call-end.js';
import { toolApproved } from '../../protocol/make-answer.js';
import type { Issue } from '../../protocol/signals.js';
import type { Tool } from '../../tools/tool.js';
import { abortable } from '../plumbing/abortable.js';
import { type Execution, type RunScope, runContext } from '../run/run-scope.js';
import { type Considered, type DescribedTool, extendBudget, toPolicyCall } from './policy-call.js';

/** What the policies make of a call: it ends, is asked about, or goes on as its tool says (perhaps with a yes by now). */
export type Judged =
  | { readonly type: 'end'; readonly end: CallEnd }
  | { readonly type: 'ask' }
  | { readonly type: 'pass' };

/** A call, and what a rule made of its input. */
interface Judging extends Considered {
  readonly rewritten: JSONValue | undefined;
}

/**
 * Finds out what a call touches, and asks the policies about it. An `allow` is the yes; a person's yes is no way around what is
 * denied or blocked.
 */
export async function judgeCall(execution: Execution, tool: DescribedTool, judging: Judging): Promise<Judged> {
  const { run, call } = execution;
  const isPlain = tool.capabilities === undefined && run.policies.length === 0 && run.grants === undefined;
  if (isPlain) return { type: 'pass' };
  call.policyCall = await toPolicyCall(execution, tool, judging);
  // What was let through stays: a tool that asks for more is let through with all of it.
  extendBudget(call, call.policyCall.capabilities);
  const judgement = await judge(run, call.policyCall);
  return judgement === undefined ? { type: 'pass' } : obey(execution, judgement, judging.rewritten);
}

/** Asks about what a tool's body goes on to do. */
export async function judgeMore(execution: Execution, call: PolicyCall): Promise<Judgement | undefined> {
  const judgement = await judge(execution.run, call);
  if (judgement !== undefined) report(execution, judgement, { capabilities: call.capabilities });
  return judgement;
}

/** How a call of a tool ends that is kept from the model: the model may guess its name, or an older run have asked for it. */
export function judgeHidden(execution: Execution): CallEnd | undefined {
  const hidden = execution.run.hiddenTools.get(execution.call.toolName);
  if (hidden === undefined) return undefined;
  report(execution, hidden, {});
  return refusalOf(hidden);
}

/** What is wrong with an edited input: what the policies forbid, people cannot edit a call into. */
export async function checkEdit(execution: Execution, tool: Tool, edited: Considered): Promise<readonly Issue[]> {
  if (execution.run.policies.length === 0) return [];
  const verdict = (await judge(execution.run, await toPolicyCall(execution, tool, edited)))?.verdict;
  if (verdict?.effect === 'block') return [{ path: [], message: `Not allowed: ${verdict.reason}` }];
  return verdict?.effect === 'deny' ? [{ path: [], message: verdict.message }] : [];
}

/** What the run's policies say of a call: the strictest counts. Nothing without a policy. */
export async function judge(run: RunScope, call: PolicyCall): Promise<Judgement | undefined> {
  const judgements = await Promise.all(
    run.policies.map(async (policy) =>
      toJudgement(policy, await abortable(run.signal, () => askPolicy(policy, call, runContext(run)))),
    ),
  );
  if (judgements.length === 0) return undefined;
  const judgement = judgements.reduce((a, b) => (strictest([a.verdict, b.verdict]) === a.verdict ? a : b));
  const { verdict: counts } = judgement;
  if (counts.effect !== 'ask') return judgement;
  const asksFor = new Set(
    judgements.flatMap(({ verdict }) => (verdict.effect === 'ask' ? askedBy(verdict, call) : [])),
  );
  return { ...judgement, verdict: { ...counts, asksFor: [...asksFor] } };
}

function askedBy({ asksFor }: Extract<PolicyVerdict, { effect: 'ask' }>, call: PolicyCall): readonly string[] {
  return asksFor ?? call.capabilities;
}

/** Says whose a verdict is. */
export function toJudgement<VERDICT extends PolicyVerdict>({ name }: Policy, verdict: VERDICT): Judgement<VERDICT> {
  const { rule } = verdict;
  return { verdict, by: { type: 'rule', policy: name, ...(rule === undefined ? {} : { rule }) } };
}

function obey(execution: Execution, judgement: Judgement, rewritten: JSONValue | undefined): Judged {
  const { call } = execution;
  const { verdict } = judgement;
  const isApproved = call.state.status === 'approved';
  if (!isApproved || verdict.effect === 'deny' || verdict.effect === 'block') {
    report(execution, judgement, { capabilities: call.policyCall?.capabilities ?? [], input: rewritten });
  }
  switch (verdict.effect) {
    case 'declared':
      return { type: 'pass' };
    case 'allow':
      if (!isApproved) call.state = { status: 'approved', answer: toolApproved(), metadata: undefined };
      return { type: 'pass' };
    case 'ask':
      call.reason = verdict.why;
      call.asksFor = verdict.asksFor ?? [];
      return { type: 'ask' };
    case 'deny':
    case 'block':
      return { type: 'end', end: refusal(verdict) };
    default:
      return verdict satisfies never;
  }
}

/** How a call ends that is refused. Nothing when it is not. */
export function refusalOf({ verdict }: Judgement): CallEnd | undefined {
  return verdict.effect === 'deny' || verdict.effect === 'block' ? refusal(verdict) : undefined;
}

function refusal(verdict: Refusal): CallEnd {
  return verdict.effect === 'deny'
    ? { status: 'denied', message: verdict.message }
    : { status: 'blocked', message: verdict.reason };
}

interface About {
  readonly capabilities?: readonly string[];
  readonly input?: JSONValue | undefined;
}

/** Tells in the run's events what was decided, and by whom. */
function report({ call, emit }: Execution, { verdict, by }: Judgement, { capabilities, input }: About): void {
  const { effect, why } = verdict;
  if (effect === 'declared') return;
  const { toolName, toolCallId } = call;
  const about = { ...(capabilities === undefined ? {} : { capabilities }), ...(input === undefined ? {} : { input }) };
  emit({ type: 'policy-decision', toolName, toolCallId, effect, why, by, ...about });
}
