import type { DeferredAnswer } from '../../protocol/answers.js';
import { deepFreeze, isSameJson, type JSONValue, toJson } from '../../protocol/base/json.js';
import { serializeError } from '../../protocol/base/serialize-error.js';
import type { CallStatus } from '../../protocol/call-end.js';
import type { DecidedBy } from '../../protocol/decided-by.js';
import { foldCalls, type LedgerCall } from '../../protocol/ledger/call-ledger.js';
import type { RunEvent, RunEventOf } from '../../protocol/run-event.js';
import { isReadable } from '../../protocol/run-event-shape.js';
import { askPolicy } from '../policy/ask-policy.js';
import type { Policy } from '../policy/policy.js';
import type { PolicyCall } from '../policy/policy-call.js';
import type { PolicyDecision } from '../policy/policy-decision.js';

/** What a policy would have made of one recorded call, and what was made of it. */
export interface PolicyExplanation {
  readonly runId: string;
  readonly agentPath: readonly string[];
  readonly toolCallId: string;
  readonly toolName: string;
  /** What the model wrote. */
  readonly input: JSONValue;
  /** What the policy's rules would make of it, where that is something else: the decision is about this. */
  readonly rewritten?: JSONValue;
  /** What the call touches, as far as the events tell. */
  readonly capabilities: readonly string[];
  /** `fail`: a rule could not rewrite the input, which ends a run. */
  readonly effect: PolicyDecision['effect'] | 'fail';
  readonly reason: string;
  /** The rule that decides; without it, because no rule speaks of the call. */
  readonly rule?: string;
  /** What the model would read: the message of a denial or block. */
  readonly message?: string;
  readonly was: PolicyHistory;
}

/** What was made of a recorded call. */
export interface PolicyHistory {
  /** What the policy of that time said; `declared`: nothing, so that the tool's own `requiresApproval` decided. */
  readonly effect: PolicyDecision['effect'];
  readonly reason?: string;
  readonly by?: DecidedBy;
  /** The last answer to it, when it was asked about; `none`: it was asked about, and nobody answered. */
  readonly answer?: DeferredAnswer['kind'] | 'defer' | 'none';
  /** How it ended, if it did. */
  readonly end?: CallStatus;
}

/**
 * Plays a recorded run through a policy: what it would say of each call, and what happened then. Nothing runs. Of what the
 * events do not tell, annotations count as none, and rules with a `when` get no context; what a call touches is taken from the
 * time before a person edited it. Calls that the provider ran itself are left out, and so is what is no event.
 *
 * @param policy the one to try.
 * @param events of one run or several, with their sub-agents’.
 * @returns one explanation a call, in the order of the calls.
 * @example
 * const stricter = createPolicy({ preset: 'readOnly' });
 * const changed = (await explainPolicy(stricter, events)).filter(({ effect, was }) => effect !== was.effect);
 */
export async function explainPolicy(policy: Policy, events: Iterable<RunEvent>): Promise<readonly PolicyExplanation[]> {
  const calls = wholeCalls(foldCalls([...events].filter(isReadable)));
  return Object.freeze(await Promise.all(calls.map((call) => explain(policy, call))));
}

/** A call that a model made, over all runs that went on with it. */
interface RecordedCall extends LedgerCall {
  readonly called: RunEventOf<'tool-call'>;
}

async function explain(policy: Policy, recorded: RecordedCall): Promise<PolicyExplanation> {
  const { runId, agentPath, toolCallId, toolName, input } = recorded.called;
  const { capabilities } = recorded;
  const about = { runId, agentPath, toolCallId, toolName, input, capabilities, was: policyHistory(recorded) };
  const call: PolicyCall = deepFreeze(structuredClone({ toolName, input, capabilities, agentPath, annotations: {} }));
  try {
    const rewritten = await policy.rewrite?.(call);
    const made = rewritten === undefined ? call.input : toJson(rewritten, 'What a rule made of an input');
    const decision = await askPolicy(policy, { ...call, input: deepFreeze(made) });
    return frozen({ ...about, ...(isSameJson(made, input) ? {} : { rewritten: made }), ...wordsOf(decision) });
  } catch (error) {
    return frozen({
      ...about,
      effect: 'fail',
      reason: `Policy '${policy.name}' failed (${serializeError(error).message}).`,
    });
  }
}

function wordsOf(decision: PolicyDecision): Pick<PolicyExplanation, 'effect' | 'reason' | 'rule' | 'message'> {
  const { effect, reason, rule } = decision;
  const message = 'message' in decision ? decision.message : undefined;
  return { effect, reason, ...(rule === undefined ? {} : { rule }), ...(message === undefined ? {} : { message }) };
}

/** A copy: events are not ours to freeze. */
function frozen(explanation: PolicyExplanation): PolicyExplanation {
  return deepFreeze(structuredClone(explanation));
}

/** The first word of a rule counts: what follows is about an edit, about more than the call wanted first, or a remembered answer. */
function policyHistory({ decisions, answer, end }: LedgerCall): PolicyHistory {
  const first = decisions.find(({ by }) => by.type === 'rule');
  return {
    ...(first === undefined ? { effect: 'declared' } : { effect: first.effect, reason: first.reason, by: first.by }),
    ...(answer === undefined ? {} : { answer: typeof answer === 'string' ? answer : answer.kind }),
    ...(end === undefined ? {} : { end: end.status }),
  };
}

/** A run that goes on from a history has calls that another run's model made: what it tells of them is joined to those. */
function wholeCalls(calls: readonly LedgerCall[]): readonly RecordedCall[] {
  const made: RecordedCall[] = [];
  for (const call of calls) {
    const { called, toolCallId } = call;
    if (called?.providerExecuted === true) continue;
    if (called !== undefined) {
      made.push({ ...call, called });
      continue;
    }
    const path = call.agentPath.join('\n');
    const index = made.findLastIndex(
      (other) => other.toolCallId === toolCallId && other.agentPath.join('\n') === path && other.end === undefined,
    );
    const before = made[index];
    if (before !== undefined) made[index] = joinedWords(before, call);
  }
  return made;
}

function joinedWords(
  before: RecordedCall,
  { decisions, questions, answer, isEdited, capabilities, end }: LedgerCall,
): RecordedCall {
  return {
    ...before,
    decisions: [...before.decisions, ...decisions],
    questions: [...before.questions, ...questions],
    isEdited: before.isEdited || isEdited,
    capabilities: before.isEdited ? before.capabilities : [...new Set([...before.capabilities, ...capabilities])],
    ...(answer === undefined ? {} : { answer }),
    ...(end === undefined ? {} : { end }),
  };
}
