import { askPolicy } from '../../approval/policy/ask-policy.js';
import type { Policy } from '../../approval/policy/policy.js';
import { type PolicyCall, toCapabilities, unknownCapability } from '../../approval/policy/policy-call.js';
import { type Judgement, type PolicyVerdict, type Refusal, strictest } from '../../approval/policy/policy-verdict.js';
import type { CallEnd } from '../../protocol/call-end.js';
import type { JSONValue } from '../../protocol/json.js';
import { toolApproved } from '../../protocol/make-answer.js';
import type { Tool } from '../../tools/tool.js';
import { abortable } from '../plumbing/abortable.js';
import { type Execution, type RunScope, runContext } from '../run/run-scope.js';
import type { Enforcer, Judged } from './enforcer.js';
import { annotationsOf, toPolicyCall } from './policy-call.js';
import { rewriteInput } from './rewrite-input.js';

/** Makes a run obey its policies. */
export const policyEnforcer: Enforcer = {
  judge,
  judgeCall,
  judgeMore: async (execution, call) => {
    const judgement = await judge(execution.run, call);
    report(execution, judgement, { capabilities: call.capabilities });
    return judgement;
  },
  toEnd,
  checkEdit: async (execution, tool, edited) => {
    const { verdict } = await judge(execution.run, await toPolicyCall(execution, tool, edited));
    if (verdict.effect === 'block') return [{ path: [], message: `Not allowed: ${verdict.reason}` }];
    return verdict.effect === 'deny' ? [{ path: [], message: verdict.message }] : [];
  },
  judgeHidden: (execution) => {
    const hidden = execution.run.hiddenTools.get(execution.call.toolName);
    if (hidden === undefined) return undefined;
    report(execution, hidden, {});
    return toEnd(hidden);
  },
  rewriteInput,
  hideTools: (run) => {
    for (const name of run.hiddenTools.keys()) if (!run.stepTools.has(name)) run.hiddenTools.delete(name);
    for (const [name, tool] of run.stepTools) hide(run, name, tool);
  },
  reportHidden: ({ hiddenTools }, emit) => {
    for (const [toolName, hidden] of hiddenTools) {
      const { verdict, by, isReported } = hidden;
      if (isReported) continue;
      emit({ type: 'policy-decision', toolName, effect: verdict.effect, why: verdict.why, by });
      hiddenTools.set(toolName, { ...hidden, isReported: true });
    }
  },
};

async function judge(run: RunScope, call: PolicyCall): Promise<Judgement> {
  const judgements = await Promise.all(
    run.policies.map(async (policy) =>
      toJudgement(policy, await abortable(run.signal, () => askPolicy(policy, call, runContext(run)))),
    ),
  );
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
function toJudgement<VERDICT extends PolicyVerdict>({ name }: Policy, verdict: VERDICT): Judgement<VERDICT> {
  const { rule } = verdict;
  return { verdict, by: { type: 'rule', policy: name, ...(rule === undefined ? {} : { rule }) } };
}

async function judgeCall(
  execution: Execution,
  policyCall: PolicyCall,
  rewritten: JSONValue | undefined,
): Promise<Judged> {
  const { run, call } = execution;
  const judgement = await judge(run, policyCall);
  const { verdict } = judgement;
  const isApproved = call.state.status === 'approved';
  if (!isApproved || verdict.effect === 'deny' || verdict.effect === 'block') {
    report(execution, judgement, { capabilities: policyCall.capabilities, input: rewritten });
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

function toEnd({ verdict }: Judgement): CallEnd | undefined {
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

/** A tool of which every call would be blocked only misleads the model. It stays known: an older run may have called it. */
function hide(run: RunScope, toolName: string, tool: Tool): void {
  const { capabilities = [] } = tool;
  const about = { toolName, agentPath: run.agentPath, annotations: annotationsOf(tool) };
  const known = typeof capabilities === 'function' ? undefined : (toCapabilities(capabilities) ?? [unknownCapability]);
  for (const policy of run.policies) {
    const verdict = policy.hides?.({ ...about, capabilities: known });
    if (verdict === undefined) continue;
    if (!run.hiddenTools.has(toolName)) run.hiddenTools.set(toolName, toJudgement(policy, verdict));
    return;
  }
  run.hiddenTools.delete(toolName);
}
