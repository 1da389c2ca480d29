import { isDeepStrictEqual } from 'node:util';
import type { ModelMessage, UIMessage } from 'ai';
import type { RunEvent, RunEventOf } from 'countersign/core';
import { closeHistory } from '../../../src/agent/batch/repair-history.js';
import { reduceRunEvent, reduceRunEvents } from '../../../src/conversation/messages/reduce-run-event.js';
import { toModelMessages } from '../../../src/conversation/messages/to-model-messages.js';
import { initialState } from '../../../src/conversation/state/conversation-state.js';
import { expectedSeqs } from '../../setup/expected-seqs.js';
import { callsOf } from '../decisions.js';
import { isProviderTool } from '../provider.js';
import { outputSchema, type WatchedRun, type World } from '../world.js';
import { checkOrder, checkPrompt } from './histories.js';

/** Checks invariants 1, 2, 7, 8, 9 and 10 for the events of one run. */
export function checkRun(world: World, watched: WatchedRun): void {
  const { run, outcome, events } = watched;
  if (outcome === undefined) {
    world.fail('7 every promise settles', `the run ${run.runId} has no outcome`);
    return;
  }
  const own = events.filter(({ agentPath }) => agentPath.length === (events[0]?.agentPath.length ?? 1));
  if (outcome.type === 'completed' || outcome.type === 'aborted') checkPrompt(world, outcome.messages);
  checkOrder(world, outcome.messages);
  checkBatches(world, own);
  checkConverted(world, own);
  checkLifecycles(world, { ...watched, events: own });
  checkRefusal(world, watched);
  checkWhatRan(world, { ...watched, events: own });
  checkPrompts(world, { ...watched, events: own });
  if (world.scenario.output === 'object' && events[0]?.agentPath.length === 1) checkOutput(world, watched);
  const stored: RunEvent[] = JSON.parse(JSON.stringify(events));
  checkJson(world, events, stored);
  if (events.length < maxReduced) checkState(world, events, stored);
  checkRestored(world, { ...watched, events: stored });
  checkRebuilt(world, { ...watched, events: own });
}

/** C137, C138: every call ends, whatever its schema returns. A call only fails if its schema changes each time. */
function checkConverted(world: World, events: readonly RunEvent[]): void {
  for (const event of events) {
    if (event.type !== 'tool-end' || event.end.status !== 'failed') continue;
    if (!['impure', 'odd'].includes(event.toolName) || event.end.error?.code === 'runs-otherwise') continue;
    world.fail('C138 no value fails a call', `'${event.toolCallId}' failed: ${event.end.message}`);
  }
}

/** Invariant 2: when a batch is requested, every other call of its response has ended, once in each round. */
function checkBatches(world: World, events: readonly RunEvent[]): void {
  const open = new Set<string>();
  const asked = new Set<string>();
  for (const event of events) {
    if (event.type === 'tool-call' && (event.providerExecuted !== true || event.toolName === 'webAsks'))
      open.add(event.toolCallId);
    if (event.type === 'tool-end') open.delete(event.toolCallId);
    if (event.type === 'deferred-response') for (const id of approvedProviderCalls(events, event)) open.delete(id);
    if (event.type !== 'deferred-request') continue;
    if (asked.has(event.batchId)) world.fail('2 asked once', `the batch ${event.batchId} was announced twice`);
    asked.add(event.batchId);
    const batch = callsOf(event.requests).map(({ call }) => call.toolCallId);
    if (new Set(batch).size !== batch.length) world.fail('2 the whole batch', `${event.batchId} has a call twice`);
    const missing = [...open].filter((id) => !batch.includes(id));
    // Calls parked earlier stay open during a later round.
    const parked = events.some((other) => other.type === 'deferred-response' && (other.results?.defer.length ?? 0) > 0);
    if (missing.length > 0 && !parked) world.fail('2 the whole batch', `${event.batchId} lacks ${missing.join(', ')}`);
  }
}

/** The provider's calls that have been approved, and so are returned to the provider. */
function approvedProviderCalls(
  events: readonly RunEvent[],
  { results }: RunEventOf<'deferred-response'>,
): readonly string[] {
  const own = ownCalls(events);
  return Object.keys(results?.approvals ?? {}).filter((id) => own.has(id));
}

/** The calls that the provider executes, including those of an earlier run whose approval this run requests. */
function ownCalls(events: readonly RunEvent[]): ReadonlySet<string> {
  const ids = events.flatMap((event) => {
    if (event.type === 'tool-call' || event.type === 'tool-end' || event.type === 'approval-responded')
      return isProviderTool(event.toolName) ? [event.toolCallId] : [];
    return 'call' in event && isProviderTool(event.call.toolName) ? [event.call.toolCallId] : [];
  });
  return new Set(ids);
}

/** Reducing one event at a time copies the state for each event. */
const maxReduced = 200;

type Phase = 'none' | 'writing' | 'called' | 'running' | 'asked' | 'ended';

/** The allowed events of a call in each phase, with the next phase. */
const transitions: Readonly<
  Partial<Record<RunEvent['type'], { readonly from: readonly Phase[]; readonly to?: Phase }>>
> = {
  'tool-input-start': { from: ['none'], to: 'writing' },
  'tool-input-delta': { from: ['writing'] },
  'tool-input-end': { from: ['writing'] },
  'tool-call': { from: ['none', 'writing'], to: 'called' },
  'approval-requested': { from: ['called', 'running', 'asked'], to: 'asked' },
  'external-requested': { from: ['called', 'running', 'asked'], to: 'asked' },
  answer: { from: ['asked'] },
  'answer-retracted': { from: ['asked'] },
  'approval-responded': { from: ['called', 'asked'] },
  'late-answer': { from: ['asked', 'running', 'ended'] },
  'tool-start': { from: ['called', 'asked'], to: 'running' },
  'tool-progress': { from: ['running'] },
  'tool-end': { from: ['writing', 'called', 'running', 'asked'], to: 'ended' },
};

/** Invariant 9: a call is in one state at a time, and has no event after its end. */
function checkLifecycles(world: World, { events, outcome, isResumed }: WatchedRun): void {
  const phases = new Map<string, Phase>();
  const own = ownCalls(events);
  for (const event of events) {
    // Ends of calls in a broken response are void, because the next attempt ends them again.
    if (event.type === 'model-retry')
      for (const [id, phase] of phases) if (own.has(id) && phase === 'ended') phases.set(id, 'asked');
    const rule = transitions[event.type];
    if (rule === undefined) continue;
    const id = 'toolCallId' in event ? event.toolCallId : 'call' in event ? event.call.toolCallId : '';
    const phase = phases.get(id) ?? (isResumed && event.type !== 'tool-input-start' ? 'called' : 'none');
    const isOwnProgress = event.type === 'tool-progress' && phase !== 'ended' && own.has(id);
    if (!rule.from.includes(phase) && !isOwnProgress)
      world.fail('9 one state at a time', `${event.type} for '${id}', which was ${phase}`);
    phases.set(id, rule.to ?? phase);
  }
  const left = outcome?.type === 'deferred' ? callsOf(outcome.requests).map(({ call }) => call.toolCallId) : [];
  // A provider may end its calls at any time, also in a later run.
  const open = [...phases].flatMap(([id, phase]) =>
    phase !== 'ended' && (!own.has(id) || left.includes(id)) ? [id] : [],
  );
  if (outcome?.type === 'completed' || outcome?.type === 'aborted') {
    if (open.length > 0)
      world.fail('9 every call ends', `${open.join(', ')} never ended in a run that ${outcome.type}`);
  }
  if (outcome?.type !== 'deferred') return;
  if (!isDeepStrictEqual([...open].sort(), left.sort()))
    world.fail('9 every call ends', `deferred with ${left.join(', ')}, but open are ${open.join(', ')}`);
}

/**
 * Invariant 5, for events: started calls are reported as started, calls with an effect are not reported as
 * cancelled, and no others are reported as unknown.
 */
function checkWhatRan(world: World, { run, events }: WatchedRun): void {
  const ran = world.executions.filter(({ runId }) => runId === run.runId);
  const isNested = ({ toolName }: { readonly toolName: string }): boolean => toolName.toLowerCase().includes('nested');
  const told = events.filter((event) => event.type === 'tool-start').filter((event) => !isNested(event));
  const ids = (list: readonly { readonly toolCallId: string }[]): readonly string[] =>
    list.map(({ toolCallId }) => toolCallId).sort();
  if (!isDeepStrictEqual(ids(ran), ids(told)))
    world.fail('5 what ran is what is told', `ran: ${ids(ran).join(', ')}; told: ${ids(told).join(', ')}`);
  for (const event of events) {
    if (event.type !== 'tool-end' || isNested(event)) continue;
    const { toolCallId, end } = event;
    const executions = ran.filter((execution) => execution.toolCallId === toolCallId);
    const isDenied = end.status === 'cancelled' || end.status === 'interrupted';
    if (isDenied && executions.some(({ hasEffect }) => hasEffect))
      world.fail('5 what ran is what is told', `'${toolCallId}' took effect and is told as ${end.status}`);
    if (end.status === 'unknown' && executions.length === 0)
      world.fail('5 what ran is what is told', `'${toolCallId}' never began and is told as unknown`);
  }
}

/** The prompt of a run is sent to the model once: by this run, or by the run that continues it. */
function checkPrompts(world: World, { run, events, outcome }: WatchedRun): void {
  if (outcome === undefined) return;
  const count = (messages: readonly ModelMessage[]): number =>
    JSON.stringify(messages.filter(({ role }) => role === 'user')).split('A picture.').length - 1;
  const given = events.reduce((sum, event) => {
    if (event.type === 'run-start') return sum + count(event.prompt);
    const isPicture = event.type === 'tool-end' && event.end.status === 'returned' && event.end.metadata?.by === 'test';
    return isPicture ? sum + 1 : sum;
  }, 0);
  const said = count([...outcome.newMessages, ...(('prompt' in outcome ? outcome.prompt : undefined) ?? [])]);
  if (said !== given)
    world.fail('10 nothing said is lost', `${run.runId} was given ${given} contents and said ${said}`);
}

/** The error codes for an invalid answer. */
const refusals: ReadonlySet<string> = new Set([
  'digest-mismatch',
  'resume-incomplete',
  'resume-nothing-open',
  'already-executed',
  'invalid-answer',
  'unknown-call',
]);

/** Invariant 8: an invalid answer ends the run with a matching error. */
function checkRefusal(world: World, { run, outcome }: WatchedRun): void {
  const code = world.refusals.get(run.runId);
  // An invalid answer of a sub-agent also ends the runs around it.
  const isExpected = (found: string): boolean =>
    [...world.refusals.values()].some((all) => all.split('|').includes(found));
  if (outcome?.type === 'failed' && refusals.has(outcome.error.code) && !isExpected(outcome.error.code))
    world.fail('8 right answers are taken', `${run.runId} failed: ${outcome.error.message}`);
  if (code === undefined || outcome?.type === 'aborted') return;
  const got = outcome?.type === 'failed' ? outcome.error.code : outcome?.type;
  if (!code.split('|').includes(String(got)))
    world.fail('8 wrong answers are refused', `expected ${code}, the run ended as ${got}`);
}

/** The output matches the agent's output type, and calls next to an output call do not run. */
function checkOutput(world: World, { events, outcome }: WatchedRun): void {
  if (outcome?.type !== 'completed') return;
  if (!outputSchema.safeParse(outcome.output).success)
    world.fail('C69 the output fits its schema', JSON.stringify(outcome.output));
  const last = outcome.newMessages.findLast(({ role }) => role === 'assistant');
  for (const part of typeof last?.content === 'string' ? [] : (last?.content ?? [])) {
    if (part.type !== 'tool-call' || part.providerExecuted === true) continue;
    const about = events.filter((event) => 'toolCallId' in event && event.toolCallId === part.toolCallId);
    const end = about.findLast((event) => event.type === 'tool-end');
    const isClosed = end?.type === 'tool-end' && ['skipped', 'interrupted'].includes(end.end.status);
    if (!isClosed || about.some(({ type }) => type === 'tool-start'))
      world.fail('C69 nothing runs beside the output', `'${part.toolCallId}' did`);
  }
}

/** Invariant 10, first half: events are plain data without gaps. */
function checkJson(world: World, events: readonly RunEvent[], stored: readonly RunEvent[]): void {
  const seqs = expectedSeqs(events);
  const gap = events.findIndex((event, index) => event.seq !== seqs[index]);
  if (gap >= 0) world.fail('10 no gaps', `event ${gap} has seq ${events[gap]?.seq}`);
  if (!isDeepStrictEqual(stored, events)) {
    const changed = events.find((event, index) => !isDeepStrictEqual(stored[index], event));
    world.fail('10 events survive JSON', `${changed?.type} does not: ${JSON.stringify(changed)}`);
  }
  const last = events.at(-1)?.type;
  if (last !== 'run-end') world.fail('10 no gaps', `the last event is ${last}`);
}

/** Invariant 10, second half: the run can be rebuilt from its events. */
function checkRebuilt(world: World, { events, outcome }: WatchedRun): void {
  if (outcome === undefined) return;
  const messages: ModelMessage[] = [];
  let prompt: ModelMessage[] = [];
  for (const event of events) {
    if (event.type === 'run-start') prompt = [...event.prompt];
    const isSaid = event.type === 'step-start' || (event.type === 'run-end' && event.outcome === 'aborted');
    if (isSaid) messages.push(...prompt.splice(0));
    if (event.type === 'step-end') messages.push(...event.messages);
  }
  const isCut = outcome.type === 'failed' && outcome.error.code === 'requests';
  if (!isCut && !isDeepStrictEqual(messages, outcome.newMessages))
    world.fail(
      '10 a rebuilt run equals the run',
      `messages differ: ${JSON.stringify(messages)} from ${JSON.stringify(outcome.newMessages)}`,
    );
  const end = events.at(-1);
  const unsaid = 'prompt' in outcome ? outcome.prompt : undefined;
  if (end?.type === 'run-end' && !isDeepStrictEqual(end.prompt, unsaid))
    world.fail('10 a rebuilt run equals the run', `run-end lacks what could not be said: ${JSON.stringify(unsaid)}`);
  if (end?.type === 'run-end' && (end.outcome !== outcome.type || !isDeepStrictEqual(end.usage, outcome.usage)))
    world.fail('10 a rebuilt run equals the run', `run-end says ${end.outcome}, the outcome is ${outcome.type}`);
}

/**
 * C108: the displayed messages match what the model received, so stored messages and the history lead to the
 * same continuation.
 */
function checkRestored(world: World, { events, outcome }: WatchedRun): void {
  if (outcome === undefined || outcome.messages.length !== outcome.newMessages.length) return;
  if (events[0]?.agentPath.length !== 1) return; // a sub-agent's messages are not the conversation's
  const { messages } = reduceRunEvents(initialState, events);
  const shown: UIMessage[] = JSON.parse(JSON.stringify(messages));
  const restored = plain(shown.flatMap((message) => closeHistory(toModelMessages(message))));
  const told = plain(closeHistory(outcome.messages));
  if (!isDeepStrictEqual(restored, told))
    world.fail('C108 messages go back unharmed', `${JSON.stringify(restored)} from ${JSON.stringify(told)}`);
}

/** Converts a text to a list of one part. */
function plain(messages: readonly ModelMessage[]): unknown {
  const parts = messages.map(({ role, content }) =>
    typeof content === 'string' ? { role, content: [{ type: 'text', text: content }] } : { role, content },
  );
  return JSON.parse(JSON.stringify(parts));
}

/** The state is the same for events one by one, from storage, and in one batch per frame. */
function checkState(world: World, events: readonly RunEvent[], stored: readonly RunEvent[]): void {
  const atOnce = reduceRunEvents(initialState, events);
  const oneByOne = stored.reduce(reduceRunEvent, initialState);
  if (!isDeepStrictEqual([...atOnce.messages], [...oneByOne.messages]) || atOnce.status !== oneByOne.status)
    world.fail('10 a rebuilt run equals the run', 'the state depends on how the events came');
}
