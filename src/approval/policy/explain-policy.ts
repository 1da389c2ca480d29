import type { DeferredAnswer } from '../../protocol/answers.js';
import { deepFreeze, isSameJson, type JSONValue, toJson } from '../../protocol/base/json.js';
import { serializeError } from '../../protocol/base/serialize-error.js';
import type { CallStatus } from '../../protocol/call-end.js';
import type { DecidedBy } from '../../protocol/decided-by.js';
import type { RunEvent, RunEventOf } from '../../protocol/run-event.js';
import { isReadable } from '../../protocol/run-event-shape.js';
import { askPolicy } from './ask-policy.js';
import type { Policy } from './policy.js';
import type { PolicyCall } from './policy-call.js';
import type { PolicyVerdict } from './policy-verdict.js';

/** What a policy would have made of one recorded call, and what was made of it. */
export interface PolicyExplanation {
  readonly runId: string;
  readonly agentPath: readonly string[];
  readonly toolCallId: string;
  readonly toolName: string;
  /** What the model wrote. */
  readonly input: JSONValue;
  /** What the policy's rules would make of it, where that is something else: the verdict is about this. */
  readonly rewritten?: JSONValue;
  /** What the call touches, as far as the events tell. */
  readonly capabilities: readonly string[];
  /** `fail`: a rule could not rewrite the input, which ends a run. */
  readonly effect: PolicyVerdict['effect'] | 'fail';
  readonly why: string;
  /** The rule that decides; without it, because no rule speaks of the call. */
  readonly rule?: string;
  /** What the model would read: the message of a denial, or the reason of a block. */
  readonly message?: string;
  readonly was: PolicyHistory;
}

/** What was made of a recorded call. */
export interface PolicyHistory {
  /** What the policy of that time said; `declared`: nothing, so that the tool's own `requiresApproval` decided. */
  readonly effect: PolicyVerdict['effect'];
  readonly why?: string;
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
  const calls = new Map<string, RecordedCall>();
  for (const event of events) if (isReadable(event)) record(calls, event);
  return Object.freeze(await Promise.all([...calls.values()].map((call) => explain(policy, call))));
}

/** A call as the events tell of it, as it grows. */
interface RecordedCall {
  readonly event: RunEventOf<'tool-call'>;
  readonly capabilities: Set<string>;
  /** Set once a person edited it: what it touches from there on is not what the model wanted. */
  edited?: true;
  was: PolicyHistory;
}

async function explain(policy: Policy, { event, capabilities, was }: RecordedCall): Promise<PolicyExplanation> {
  const { runId, agentPath, toolCallId, toolName, input } = event;
  const about = { runId, agentPath: [...agentPath], toolCallId, toolName, input, capabilities: [...capabilities], was };
  const call: PolicyCall = deepFreeze(
    structuredClone({ toolName, input, capabilities: about.capabilities, agentPath: about.agentPath, annotations: {} }),
  );
  try {
    const rewritten = await policy.rewrite?.(call);
    const made = rewritten === undefined ? call.input : toJson(rewritten, 'What a rule made of an input');
    const verdict = await askPolicy(policy, { ...call, input: deepFreeze(made) });
    return frozen({ ...about, ...(isSameJson(made, input) ? {} : { rewritten: made }), ...wordsOf(verdict) });
  } catch (error) {
    return frozen({
      ...about,
      effect: 'fail',
      why: `Policy '${policy.name}' failed (${serializeError(error).message}).`,
    });
  }
}

function wordsOf(verdict: PolicyVerdict): Pick<PolicyExplanation, 'effect' | 'why' | 'rule' | 'message'> {
  const { effect, why, rule } = verdict;
  const message = verdict.effect === 'deny' ? verdict.message : verdict.effect === 'block' ? verdict.reason : undefined;
  return { effect, why, ...(rule === undefined ? {} : { rule }), ...(message === undefined ? {} : { message }) };
}

/** A copy: events are not ours to freeze. */
function frozen(explanation: PolicyExplanation): PolicyExplanation {
  return deepFreeze(structuredClone(explanation));
}

type Find = (toolCallId: string) => RecordedCall | undefined;

function record(calls: Map<string, RecordedCall>, event: RunEvent): void {
  const find: Find = (toolCallId) => calls.get(keyOf(event, toolCallId)) ?? goneOn(calls, event, toolCallId);
  switch (event.type) {
    case 'tool-call':
      if (event.providerExecuted === true) break;
      calls.set(keyOf(event, event.toolCallId), { event, capabilities: new Set(), was: { effect: 'declared' } });
      break;
    case 'policy-decision':
      if (event.toolCallId !== undefined) decided(find(event.toolCallId), event);
      break;
    case 'approval-requested':
    case 'external-requested':
      touches(find(event.call.toolCallId), event.call.capabilities);
      note(find(event.call.toolCallId), { answer: 'none' });
      break;
    case 'deferred-response':
      answered(find, event);
      break;
    case 'tool-start':
      if (!event.edited) touches(find(event.toolCallId), event.capabilities);
      break;
    case 'tool-end':
      note(find(event.toolCallId), { end: event.end.status });
      break;
    default:
  }
}

function note(call: RecordedCall | undefined, was: Partial<PolicyHistory>): void {
  if (call !== undefined) call.was = { ...call.was, ...was };
}

function answered(find: Find, { results }: RunEventOf<'deferred-response'>): void {
  if (results === null) return;
  for (const [id, answer] of [...Object.entries(results.approvals), ...Object.entries(results.calls)]) {
    const call = find(id);
    note(call, { answer: answer.kind });
    if (call !== undefined && answer.kind === 'tool-approved' && answer.overrideArgs !== undefined) call.edited = true;
  }
  for (const id of results.defer) note(find(id), { answer: 'defer' });
}

/** The first word counts: what follows is about an edit, about more than the call wanted first, or a remembered answer. */
function decided(call: RecordedCall | undefined, event: RunEventOf<'policy-decision'>): void {
  if (call === undefined) return;
  const { effect, why, by, capabilities } = event;
  touches(call, capabilities);
  if (by.type === 'rule' && call.was.by === undefined) call.was = { ...call.was, effect, why, by };
}

function touches(call: RecordedCall | undefined, capabilities: readonly string[] = []): void {
  if (call?.edited !== true) for (const capability of capabilities) call?.capabilities.add(capability);
}

/** A run that goes on from a history has calls that another run's model made. */
function goneOn(
  calls: ReadonlyMap<string, RecordedCall>,
  { agentPath }: RunEvent,
  toolCallId: string,
): RecordedCall | undefined {
  const path = agentPath.join('\n');
  return [...calls.values()].findLast(
    ({ event, was }) => event.toolCallId === toolCallId && event.agentPath.join('\n') === path && was.end === undefined,
  );
}

function keyOf({ runId, agentPath }: RunEvent, toolCallId: string): string {
  return JSON.stringify([runId, agentPath, toolCallId]);
}
