import type { DeferredToolHandler, DeferredToolRequests, DeferredToolResults } from 'countersign/core';
import { callsOf, choose, recordApprovals, toResults } from './decisions.js';
import { isRunning, type World } from './world.js';

/** A handler that follows the scenario, with valid or invalid results. */
export function makeHandler(world: World): DeferredToolHandler {
  const asked = new Set<string>();
  return async (requests, ctx) => {
    const key = `${ctx.runId} step ${ctx.runStep} round ${ctx.round}`;
    if (asked.has(key)) world.fail('2 asked once', `${key} was asked about again`);
    asked.add(key);
    const busy = world.executions.find((execution) => execution.runId === ctx.runId && isRunning(execution));
    if (busy !== undefined) world.fail('2 asked last', `${busy.toolCallId} still ran when ${key} was asked about`);
    const plan = world.next('handler', world.scenario.handlers, 'answer');
    // In a sub-agent, parking a call or declining a batch ends the whole run.
    const isRoot = ctx.agentPath.length === 1;
    return await plans[!isRoot && (plan === 'park' || plan === 'decline') ? 'answer' : plan](world, requests, ctx);
  };
}

type Plan = (
  world: World,
  requests: DeferredToolRequests,
  ctx: { readonly runId: string },
) => DeferredToolResults | null | Promise<DeferredToolResults | null>;

const answer: Plan = (world, requests, { runId }) => {
  const choices = callsOf(requests).map(({ kind, call }) => choose(world, kind, call));
  recordApprovals(world, runId, choices);
  return toResults(choices);
};

/** Returns an intentionally invalid result. The run must fail with this code and execute nothing of the batch. */
function invalidResult(code: string, spoil: (results: InvalidResults, id: string | undefined) => unknown): Plan {
  return (world, requests, { runId }) => {
    const choices = callsOf(requests).map(({ kind, call }) => choose(world, kind, call));
    const results: InvalidResults = toResults(choices);
    const spoilt = spoil(results, choices[0]?.call.toolCallId);
    world.refusals.set(runId, code);
    return spoilt as DeferredToolResults; // invalid on purpose
  };
}

interface InvalidResults {
  approvals: Record<string, unknown>;
  calls: Record<string, unknown>;
  defer: string[];
}

/** Replaces the answer to the first call. */
function replaceFirst(results: InvalidResults, id: string, value: unknown): InvalidResults {
  const section = id in results.approvals ? 'approvals' : 'calls';
  return { ...results, [section]: { ...results[section], [id]: value } };
}

function spoilAnswers(world: World, results: DeferredToolResults | null): void {
  world.sleeping -= 1;
  for (const given of Object.values(results?.approvals ?? {})) {
    if (given.kind === 'tool-approved') Object.assign(given, { overrideArgs: { n: 667 } });
    else Object.assign(given, { kind: 'tool-approved' });
  }
}

const plans: Readonly<Record<World['scenario']['handlers'][number], Plan>> = {
  answer,
  later: async (world, requests, ctx) => {
    await world.sleep(40);
    return await answer(world, requests, ctx);
  },
  park: (world, requests, { runId }) => {
    const all = callsOf(requests);
    const choices = all.slice(1).map(({ kind, call }) => choose(world, kind, call));
    recordApprovals(world, runId, choices);
    return toResults(
      choices,
      all.slice(0, 1).map(({ call }) => call.toolCallId),
    );
  },
  decline: () => null,
  mutate: (world, requests, ctx) => {
    for (const { call } of callsOf(requests)) {
      if (Reflect.set(call, 'toolCallId', 'stolen') || Reflect.set(call.input as object, 'n', 666))
        world.fail('4 what runs is what was shown', `${call.toolCallId} could be changed by the handler`);
    }
    if (Reflect.deleteProperty(requests, 'approvals'))
      world.fail('4 what runs is what was shown', 'a batch was changed');
    return answer(world, requests, ctx);
  },
  'mutate-answer': async (world, requests, ctx) => {
    const results = await answer(world, requests, ctx);
    // Changed after the run has received it. An earlier change would be another answer.
    world.clock.environment.setTimeout(() => spoilAnswers(world, results), 0);
    world.sleeping += 1;
    return results;
  },
  partial: invalidResult('incomplete-answer', ({ approvals, calls, defer }, id) => {
    const without = (record: Record<string, unknown>): object =>
      Object.fromEntries(Object.entries(record).filter(([key]) => key !== id));
    return { approvals: without(approvals), calls: without(calls), defer };
  }),
  throw: (world, _, { runId }) => {
    world.refusals.set(runId, 'handler-threw');
    throw new Error('offline');
  },
  stranger: invalidResult('unknown-call', (results) => ({
    ...results,
    approvals: { ...results.approvals, nobody: true },
  })),
  'wrong-kind': invalidResult('unknown-call', ({ approvals, calls, defer }) => ({
    approvals: calls,
    calls: approvals,
    defer,
  })),
  'no-boolean': invalidResult('approval-answer|call-answer', (results, id = '') =>
    replaceFirst(results, id, id in results.approvals ? 1 : { kind: 'tool-approved' }),
  ),
  'bad-edit': invalidResult('invalid-answer', (results, id = '') =>
    replaceFirst(
      results,
      id,
      id in results.approvals
        ? { kind: 'tool-approved', overrideArgs: { n: 'x' } }
        : { kind: 'tool-return', returnValue: 'x' },
    ),
  ),
  undefined: invalidResult('handler-answer', () => undefined),
  never: (world) => world.hang(),
};
