import { askPolicy } from '../approval/ask-policy.js';
import type { Policy } from '../approval/policy.js';
import type { PolicyCall } from '../approval/policy-call.js';
import { type Judgement, type PolicyVerdict, type Refusal, strictest } from '../approval/policy-verdict.js';
import type { CallEnd } from '../protocol/call-end.js';
import type { JSONValue } from '../protocol/json.js';
import { toolApproved } from '../protocol/make-answer.js';
import { abortable } from './abortable.js';
import { type Considered, type DescribedTool, extendBudget, toPolicyCall } from './policy-call.js';
import { type Execution, type RunScope, runContext } from './run-scope.js';

/** What the run's policies say of a call; `undefined` without a policy. The strictest counts. */
export async function judge(run: RunScope, call: PolicyCall): Promise<Judgement | undefined> {
  const judgements = await Promise.all(
    run.policies.map(async (policy) =>
      toJudgement(policy, await abortable(run.signal, () => askPolicy(policy, call, runContext(run)))),
    ),
  );
  const [first, ...rest] = judgements;
  if (first === undefined) return undefined;
  const counts = strictest([first.verdict, ...rest.map(({ verdict }) => verdict)]);
  const judgement = judgements.find(({ verdict }) => verdict === counts);
  if (judgement === undefined || counts.effect !== 'ask') return judgement;
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

/** What the policies make of a call: it ends, is asked about, or goes on as its tool says (perhaps with a yes by now). */
export type Judged =
  | { readonly type: 'end'; readonly end: CallEnd }
  | { readonly type: 'ask' }
  | { readonly type: 'pass' };

/** A call, and what a rule made of its input. */
interface Judging extends Considered {
  readonly rewritten: JSONValue | undefined;
}

/** Asks the policies about a call. An `allow` is the yes; a person's yes is no way around what is denied or blocked. */
export async function judgeCall(execution: Execution, tool: DescribedTool, judging: Judging): Promise<Judged> {
  const { run, call } = execution;
  if (tool.capabilities === undefined && run.policies.length === 0 && run.grants === undefined) return { type: 'pass' };
  call.policyCall = await toPolicyCall(execution, tool, judging);
  // What was let through stays: a tool that asks for more is let through with all of it.
  extendBudget(call, call.policyCall.capabilities);
  const judgement = await judge(run, call.policyCall);
  if (judgement === undefined) return { type: 'pass' };
  const { verdict } = judgement;
  const isApproved = call.state.status === 'approved';
  if (!isApproved || verdict.effect === 'deny' || verdict.effect === 'block') {
    report(execution, judgement, { capabilities: call.policyCall.capabilities, input: judging.rewritten });
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
      return { type: 'end', end: toEnd(verdict) };
    default:
      return verdict satisfies never;
  }
}

/** A tool that is kept from the model does not run either, whether the model guessed its name or an older run asked for it. */
export function judgeHidden(execution: Execution): CallEnd | undefined {
  const hidden = execution.run.hiddenTools.get(execution.call.toolName);
  if (hidden === undefined) return undefined;
  report(execution, hidden, {});
  return toEnd(hidden.verdict);
}

/** How a call ends that a policy refuses. */
export function toEnd(verdict: Refusal): CallEnd {
  return verdict.effect === 'deny'
    ? { status: 'denied', message: verdict.message }
    : { status: 'blocked', message: verdict.reason };
}

interface About {
  readonly capabilities?: readonly string[];
  readonly input?: JSONValue | undefined;
}

/** Tells in the run's events what was decided, and by whom. */
export function report({ call, emit }: Execution, { verdict, by }: Judgement, { capabilities, input }: About): void {
  const { effect, why } = verdict;
  if (effect === 'declared') return;
  const { toolName, toolCallId } = call;
  const about = { ...(capabilities === undefined ? {} : { capabilities }), ...(input === undefined ? {} : { input }) };
  emit({ type: 'policy-decision', toolName, toolCallId, effect, why, by, ...about });
}
