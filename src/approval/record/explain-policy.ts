import type { DeferredAnswer } from '../../protocol/answers.js';
import { deepFreeze, isSameJson, type JSONValue, toJson } from '../../protocol/base/json.js';
import { definedProps } from '../../protocol/base/record.js';
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

/** A policy's decision about a recorded call, with the recorded decision. */
export interface PolicyExplanation {
  readonly runId: string;
  readonly agentPath: readonly string[];
  readonly toolCallId: string;
  readonly toolName: string;
  /** The model's input. */
  readonly input: JSONValue;
  /** The input after the policy's rewrites, if it differs. The decision is about this input. */
  readonly rewritten?: JSONValue;
  /** The capabilities of the call, as far as the events contain them. */
  readonly capabilities: readonly string[];
  /** `fail`: a rule could not rewrite the input, which would end a run. */
  readonly effect: PolicyDecision['effect'] | 'fail';
  readonly reason: string;
  /** The rule that decides. Missing if no rule matches the call. */
  readonly rule?: string;
  /** The message that the model would read for a denial or block. */
  readonly message?: string;
  readonly was: PolicyHistory;
}

/** The recorded decision about a call, and its outcome. */
export interface PolicyHistory {
  /** The decision of the recorded policy. `declared`: no rule applied, so the tool's own `requiresApproval` decided. */
  readonly effect: PolicyDecision['effect'];
  readonly reason?: string;
  readonly by?: DecidedBy;
  /** The last answer, if approval was requested; `none` if nobody answered. */
  readonly answer?: DeferredAnswer['kind'] | 'defer' | 'none';
  /** The end of the call, if it ended. */
  readonly end?: CallStatus;
}

/**
 * Evaluates a policy against a recorded run: returns its decision about each call, and the recorded one. No tool is
 * executed. Events do not contain annotations and contexts, so annotations are empty and rules with `when` get no
 * context. Capabilities are those from before a person edited the call. Calls that the provider executed and invalid
 * events are omitted.
 *
 * @param policy the policy to evaluate.
 * @param events the events of one run or of several, including their sub-agents'.
 * @returns one explanation per call, in the order of the calls.
 * @example
 * const stricter = createPolicy({ preset: 'readOnly' });
 * const changed = (await explainPolicy(stricter, events)).filter(({ effect, was }) => effect !== was.effect);
 */
export async function explainPolicy(policy: Policy, events: Iterable<RunEvent>): Promise<readonly PolicyExplanation[]> {
  const calls = joinRuns(foldCalls([...events].filter(isReadable)));
  return Object.freeze(await Promise.all(calls.map((call) => explain(policy, call))));
}

/** A model's call with its events in all runs that continued it. */
interface RecordedCall extends LedgerCall {
  readonly called: RunEventOf<'tool-call'>;
}

async function explain(policy: Policy, recorded: RecordedCall): Promise<PolicyExplanation> {
  const { runId, agentPath, toolCallId, toolName, input } = recorded.called;
  const { capabilities, origin } = recorded;
  const about = { runId, agentPath, toolCallId, toolName, input, capabilities, was: policyHistory(recorded) };
  const call: PolicyCall = deepFreeze(
    structuredClone({ toolName, input, capabilities, agentPath, annotations: {}, ...definedProps({ origin }) }),
  );
  try {
    const rewritten = await policy.rewrite?.(call);
    const made = rewritten === undefined ? call.input : toJson(rewritten, 'The result of a rewriting rule');
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

/** Returns a frozen copy, because freezing would affect the caller's events. */
function frozen(explanation: PolicyExplanation): PolicyExplanation {
  return deepFreeze(structuredClone(explanation));
}

/**
 * Returns the first decision of a rule. Later ones are about an edit or capabilities requested while running, or come
 * from grants.
 */
function policyHistory({ decisions, answer, end }: LedgerCall): PolicyHistory {
  const first = decisions.find(({ by }) => by.type === 'rule');
  return {
    ...(first === undefined ? { effect: 'declared' } : { effect: first.effect, reason: first.reason, by: first.by }),
    ...(answer === undefined ? {} : { answer: typeof answer === 'string' ? answer : answer.kind }),
    ...(end === undefined ? {} : { end: end.status }),
  };
}

/** Joins calls over runs: a run that continues a history has events about calls of an earlier run's model. */
function joinRuns(calls: readonly LedgerCall[]): readonly RecordedCall[] {
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
    if (before !== undefined) made[index] = joinedCall(before, call);
  }
  return made;
}

function joinedCall(
  before: RecordedCall,
  { decisions, requests, answer, isEdited, capabilities, end }: LedgerCall,
): RecordedCall {
  return {
    ...before,
    decisions: [...before.decisions, ...decisions],
    requests: [...before.requests, ...requests],
    isEdited: before.isEdited || isEdited,
    capabilities: before.isEdited ? before.capabilities : [...new Set([...before.capabilities, ...capabilities])],
    ...(answer === undefined ? {} : { answer }),
    ...(end === undefined ? {} : { end }),
  };
}
