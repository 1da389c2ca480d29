import {
  type AgentRun,
  buildResults,
  type DeferredToolResults,
  type RunInput,
  type RunOutcome,
  storeRun,
} from 'countersign/core';
import { callsOf, choose, recordApprovals, toResults } from './decisions.js';
import { makeHandler } from './handler.js';
import type { WatchedRun, World } from './world.js';

const maxRuns = 4;

/** Plays a conversation with `agent.run`: a handler in code, and runs that are resumed explicitly. */
export async function driveRuns(world: World): Promise<void> {
  const handler = makeHandler(world);
  let last: RunOutcome<unknown> | undefined;
  const begin = (input: RunInput, results?: DeferredToolResults): WatchedRun => {
    const from = last;
    const run = world.agent.run(input, {
      ...(from === undefined ? {} : { resumeFrom: JSON.parse(JSON.stringify(storeRun(from))) }),
      deferredToolHandler: handler,
      ...(world.journal === undefined ? {} : { journal: world.journal }),
      ...(results === undefined ? {} : { deferredToolResults: results }),
    });
    return world.watch(run, last !== undefined);
  };
  let watched = begin('go');
  for (let count = 1; ; count++) {
    const outcome = await finish(world, watched, count === 1);
    if (outcome === undefined || count === maxRuns) return;
    last = outcome;
    const plan = world.next('next', world.scenario.next, 'go-on');
    if (outcome.type !== 'deferred') {
      watched = begin(outcome.type === 'failed' ? undefined : 'more');
      continue;
    }
    await tryWrong(world, plan, begin);
    const choices = callsOf(outcome.requests).map(({ kind, call }) => choose(world, kind, call));
    // Restored from JSON, together with the shown calls.
    const results = buildResults(JSON.parse(JSON.stringify(outcome.requests)), toResults(choices));
    watched = begin(plan === 'prompt' ? 'And this.' : undefined, results);
    recordApprovals(world, watched.run.runId, choices);
    const resumed = await finish(world, watched, false);
    if (resumed === undefined) return;
    last = resumed;
    if (plan === 'replay' && resumed.type === 'completed')
      await refuse(world, begin(undefined, results), 'already-executed');
    watched = begin(resumed.type === 'completed' ? 'more' : undefined, undefined);
  }
}

type Begin = (input: RunInput, results?: DeferredToolResults) => WatchedRun;

/** Resumes a deferred run in invalid ways, none of which may execute anything. */
async function tryWrong(world: World, plan: string, begin: Begin): Promise<void> {
  if (plan === 'prompt') await refuse(world, begin('in between'), 'open-calls');
  if (plan !== 'wrong-first') return;
  await refuse(world, begin(undefined, toResults([])), 'resume-incomplete');
  await refuse(world, begin(undefined, toResults([], ['nobody'])), 'resume-incomplete');
}

async function refuse(world: World, watched: WatchedRun, code: string): Promise<void> {
  const before = world.executions.length;
  world.refusals.set(watched.run.runId, code);
  await finish(world, watched, false);
  if (world.executions.length !== before) world.fail('8 wrong answers are refused', `${code}, yet something ran`);
}

/** Drives a run to its end. Stops it if the scenario says so, or if it waits on purpose. */
export async function finish(
  world: World,
  watched: WatchedRun,
  mayStop: boolean,
): Promise<RunOutcome<unknown> | undefined> {
  const { by, after } = world.scenario.stop;
  const cancel =
    mayStop && by === 'time' ? world.clock.environment.setTimeout(() => watched.run.abort('time'), after) : () => {};
  if (mayStop && by === 'event') void stopAtEvent(watched.run, after);
  await world.clock.settle();
  while (watched.outcome === undefined && (await world.clock.runNext()));
  if (watched.outcome === undefined) {
    if (world.hanging === 0) world.fail('7 every promise settles', 'a run waits for nothing');
    watched.run.abort('enough');
    await world.clock.settle();
  }
  cancel();
  if (watched.outcome === undefined) world.fail('7 every promise settles', 'an aborted run did not end at once');
  const left = world.clock.timers - world.sleeping;
  if (left > 0) world.fail('7 nothing stays behind', `${left} timers were not called off`);
  return watched.outcome;
}

async function stopAtEvent(run: AgentRun<unknown>, after: number): Promise<void> {
  let count = 0;
  for await (const _ of run) if (count++ === after) run.abort('event');
}
