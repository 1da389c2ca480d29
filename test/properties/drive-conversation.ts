import { isDeepStrictEqual } from 'node:util';
import { buildResults, type Conversation, createConversation, type DeferredToolHandler } from 'countersign/core';
import { reduceRunEvents } from '../../src/conversation/messages/reduce-run-event.js';
import { initialState } from '../../src/conversation/state/conversation-state.js';
import { callsOf, choose, recordApprovals, toResults } from './decisions.js';
import { startPeople } from './people.js';
import type { World } from './world.js';

const maxRuns = 3;

/** Plays a conversation with a store: people at cards, queued messages, a stop, resumed runs. */
export async function driveConversation(world: World): Promise<void> {
  const { agent, clock, scenario } = world;
  const watched: typeof agent = {
    name: agent.name,
    run: (input, ...[options]) => {
      const run = agent.run(input, { ...options, ...(world.journal === undefined ? {} : { journal: world.journal }) });
      const { messages = [] } = options?.resumeFrom ?? options ?? {};
      world.watch(run, messages.length > 0);
      return run;
    },
  };
  const conversation = createConversation(
    () => ({ agent: watched, ...(scenario.concurrency === 2 ? { deferredToolHandler: inHalves } : {}) }),
    clock.environment,
  );
  startPeople(world, conversation);
  conversation.start('go');
  const cancel = scheduleStop(world, conversation);
  for (let count = 0; count < maxRuns; count++) {
    await advanceUntilIdle(world, conversation);
    checkStore(world, conversation);
    const { outcome } = conversation.store.getState();
    if (outcome?.type === 'deferred') resume(world, conversation);
    else if (count < maxRuns - 1) conversation.start('more');
  }
  await advanceUntilIdle(world, conversation);
  cancel();
  conversation.dispose();
  await advanceUntilIdle(world, conversation);
  await clock.runAll();
  checkStore(world, conversation);
}

/** Requests the answers for both halves of a batch concurrently. */
const inHalves: DeferredToolHandler = async (requests, { ask }) => {
  const { approvals, calls, metadata } = requests;
  if (approvals.length === 0 || calls.length === 0) return await ask(requests);
  const [first, second] = await Promise.all([
    ask({ approvals, calls: [], metadata }),
    ask({ approvals: [], calls, metadata }),
  ]);
  if (first === null || second === null) return null;
  const defer = [...first.defer, ...second.defer];
  return { approvals: first.approvals, calls: second.calls, metadata: {}, defer };
};

function scheduleStop(world: World, conversation: Conversation): () => void {
  const { by, after } = world.scenario.stop;
  if (by === 'time') return world.clock.environment.setTimeout(() => conversation.stop('time'), after);
  if (by === 'nobody') return () => {};
  return conversation.store.subscribe(({ events }) => {
    if (events.length >= after) conversation.stop('event');
  });
}

function resume(world: World, conversation: Conversation): void {
  const { outcome } = conversation.store.getState();
  if (outcome?.type !== 'deferred') return;
  const choices = callsOf(outcome.requests).map(({ kind, call }) => choose(world, kind, call));
  conversation.resume(buildResults(JSON.parse(JSON.stringify(outcome.requests)), toResults(choices)));
  const run = world.runs.findLast(({ run: { runId } }) => runId !== outcome.runId);
  recordApprovals(world, run?.run.runId ?? '', choices);
}

/** Advances time until no run is active. Stops a run that waits for answers that never come. */
async function advanceUntilIdle(world: World, conversation: Conversation): Promise<void> {
  const isOver = (): boolean => world.runs.every(({ outcome }) => outcome !== undefined);
  await world.clock.settle();
  while (!isOver() && (await world.clock.runNext()));
  if (!isOver()) {
    if (world.hanging === 0) world.fail('7 every promise settles', 'a run waits for nothing');
    conversation.stop('enough');
    await world.clock.settle();
    if (!isOver()) world.fail('7 every promise settles', 'a stopped run did not end at once');
  }
  await world.clock.advance(16);
}

/**
 * Checks the state between runs: no cards, a matching status, and messages that can be rebuilt from the events
 * alone.
 */
function checkStore(world: World, { store }: Conversation): void {
  const { pending, status, outcome, messages, events } = store.getState();
  if (pending.length > 0)
    world.fail('7 every promise settles', `${pending.length} batches wait for a run that is over`);
  const expected = outcome?.type === 'deferred' || outcome?.type === 'failed' ? outcome.type : 'idle';
  if (status !== expected) world.fail('9 one state at a time', `${status} after ${outcome?.type}`);
  const rebuilt = reduceRunEvents(initialState, JSON.parse(JSON.stringify([...events])));
  // The order of metadata members may differ.
  if (!isDeepStrictEqual(JSON.parse(JSON.stringify(rebuilt.messages)), JSON.parse(JSON.stringify(messages))))
    world.fail(
      '10 a rebuilt run equals the run',
      `the store has ${JSON.stringify(messages)}, its events say ${JSON.stringify(rebuilt.messages)}`,
    );
}
