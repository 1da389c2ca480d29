import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { AnswerReport } from '../../src/approval/broker/ask.js';
import type { OnExpiry } from '../../src/approval/broker/handler.js';
import type { AskRequest, DecideOutcome, Decision } from '../../src/core.js';
import { toolApproved, toolReturn } from '../../src/protocol/make-answer.js';
import { type BrokerBench, benchBroker, type TestBatch } from '../approval/broker/broker-support.js';
import { propertyRuns } from './property.js';

/** An operation on a few batches of several runs, in any order. Numbers select a batch or call. */
type Op =
  | {
      readonly op: 'ask';
      readonly run: number;
      readonly calls: number;
      readonly approvals: number;
      readonly after: number;
      readonly onExpiry: OnExpiry;
    }
  | {
      readonly op: 'respond';
      readonly batch: number;
      readonly call: number;
      readonly say: 'yes' | 'no' | 'defer' | 'remember' | 'edit';
    }
  | { readonly op: 'extend'; readonly batch: number; readonly by: number }
  | { readonly op: 'withdraw'; readonly batch: number }
  | { readonly op: 'advance' | 'stall' | 'setWallClock'; readonly ms: number }
  | { readonly op: 'revoke' | 'settle' };

const small = fc.nat({ max: 7 });
const ask = fc.record({
  op: fc.constant('ask' as const),
  run: fc.nat({ max: 2 }),
  calls: fc.nat({ max: 2 }),
  approvals: fc.nat({ max: 3 }),
  after: fc.constantFrom(0, 100, 300, Number.POSITIVE_INFINITY),
  onExpiry: fc.constantFrom<OnExpiry>('deny', 'park', 'fail'),
});
const respond = fc.record({
  op: fc.constant('respond' as const),
  batch: small,
  call: fc.nat({ max: 4 }),
  say: fc.constantFrom('yes' as const, 'no' as const, 'defer' as const, 'remember' as const, 'edit' as const),
});
const ops: fc.Arbitrary<Op> = fc.oneof(
  { weight: 4, arbitrary: ask },
  { weight: 12, arbitrary: respond },
  {
    weight: 2,
    arbitrary: fc.record({ op: fc.constant('extend' as const), batch: small, by: fc.constantFrom(-10, 200) }),
  },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('withdraw' as const), batch: small }) },
  { weight: 4, arbitrary: fc.record({ op: fc.constantFrom('advance', 'stall'), ms: fc.nat({ max: 60 }) }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('advance' as const), ms: fc.constant(10_500) }) },
  {
    weight: 1,
    arbitrary: fc.record({ op: fc.constant('setWallClock' as const), ms: fc.integer({ min: -80, max: 80 }) }),
  },
  { weight: 3, arbitrary: fc.record({ op: fc.constantFrom('revoke', 'settle', 'settle') }) },
);

interface Batch {
  readonly id: string;
  readonly run: number;
  readonly asked: TestBatch;
  readonly calls: readonly string[];
  readonly externals: ReadonlySet<string>;
  /** The result of each answer by call, in the order in which the answers were given. */
  readonly outcomes: Map<string, GivenAnswer[]>;
  /** The deadline of each call on both clocks. */
  readonly deadlines: Map<string, Deadline>;
  /** Expiry reports of calls before their deadline. */
  readonly early: AnswerReport[];
}

interface GivenAnswer {
  readonly outcome: Promise<DecideOutcome>;
  /** True if the deadline had passed by then. */
  readonly isOverdue: boolean;
  readonly remembers: boolean;
  readonly isNo: boolean;
}

interface Deadline {
  readonly wall: number;
  readonly monotonic: number;
}

class World {
  readonly bench: BrokerBench = benchBroker();
  readonly batches: Batch[] = [];

  async play(op: Op): Promise<void> {
    const { clock, broker } = this.bench;
    switch (op.op) {
      case 'ask':
        return this.#ask(op);
      case 'respond':
        return this.#respond(op);
      case 'extend':
        return this.#with(op.batch, ({ id, calls, deadlines }) => {
          // A batch without calls is never opened.
          if (calls.length > 0) broker.extend(id, clock.environment.now() + op.by);
          const waiting = broker.pending.find(({ batchId }) => batchId === id)?.items ?? [];
          for (const { call, state } of waiting)
            if (state.status !== 'decided') deadlines.set(call.toolCallId, this.#in(op.by));
        });
      case 'withdraw':
        return this.#with(op.batch, ({ asked }) => asked.stop());
      case 'advance':
        return await clock.advance(op.ms);
      case 'stall':
        return clock.stall(op.ms);
      case 'setWallClock':
        return clock.setWallClock(op.ms);
      case 'revoke':
        for (const { id } of broker.grants?.list() ?? []) broker.grants?.revoke(id);
        return;
      case 'settle':
        return await clock.settle();
      default:
        return op satisfies never;
    }
  }

  /** Stops every run, and completes pending checks, timers and clocks. */
  async end(): Promise<void> {
    for (const { asked } of this.batches) asked.stop();
    await this.bench.clock.advance(30_000);
  }

  #in(ms: number): Deadline {
    const { now, monotonic } = this.bench.clock.environment;
    return { wall: now() + ms, monotonic: monotonic() + ms };
  }

  #isOverdue(deadline: Deadline | undefined): boolean {
    const { wall, monotonic } = this.#in(0);
    return deadline !== undefined && deadline.wall <= wall && deadline.monotonic <= monotonic;
  }

  #with(index: number, act: (batch: Batch) => void): void {
    const batch = this.batches[index % Math.max(1, this.batches.length)];
    if (batch !== undefined) act(batch);
  }

  #ask({ run, calls, approvals, after, onExpiry }: Extract<Op, { op: 'ask' }>): void {
    const { clock, ask } = this.bench;
    const number = this.batches.length;
    const id = `batch-${number}`;
    // The calls of all batches have the same ids, so only the batch distinguishes them.
    const yes = Array.from({ length: approvals }, (_, index) => `call-${index}`);
    const results = Array.from({ length: calls }, (_, index) => `call-${approvals + index}`);
    // Checks end immediately or in any order, some with issues. A plain approval or denial is always valid.
    let checks = 0;
    const check: AskRequest['check'] = async (_, answer) => {
      const isDoubtful = 'overrideArgs' in answer || answer.kind === 'tool-return';
      checks += 1;
      const own = checks;
      const ms = own % 5 === 0 ? 11_000 : (own * 7 + number * 3) % 20;
      if (own % 3 !== 1) await new Promise<void>((resolve) => clock.environment.setTimeout(resolve, ms));
      return own % 3 === 2 && isDoubtful ? [{ path: [], message: 'wrong' }] : [];
    };
    const deadlines = new Map([...yes, ...results].map((toolCallId) => [toolCallId, this.#in(after)]));
    const early: AnswerReport[] = [];
    const asked = ask(id, {
      approvals: yes,
      calls: results,
      runId: `run-${run}`,
      agentPath: [`agent-${run}`],
      expiresAt: clock.environment.now() + after,
      onExpiry,
      check,
      report: (event) => {
        const isExpiry = event.type === 'answer' && event.by.type === 'expiry';
        if (isExpiry && !this.#isOverdue(deadlines.get(event.toolCallId))) early.push(event);
        asked.reports.push(event);
      },
    });
    this.batches.push({
      id,
      run,
      asked,
      calls: [...yes, ...results],
      externals: new Set(results),
      outcomes: new Map(),
      deadlines,
      early,
    });
  }

  #respond({ batch: index, call, say }: Extract<Op, { op: 'respond' }>): void {
    this.#with(index, ({ id, run, calls, externals, outcomes, deadlines }) => {
      const toolCallId = calls[call % Math.max(1, calls.length)];
      if (toolCallId === undefined) return;
      const edit = toolApproved({ overrideArgs: id });
      const said: Record<typeof say, Decision> = { yes: true, remember: true, no: false, defer: 'defer', edit };
      // The answer contains its author, so that it can be recognized on arrival.
      const decision = externals.has(toolCallId) && say !== 'defer' ? toolReturn(`${id} ${run}`) : said[say];
      const remember =
        say === 'remember' && !externals.has(toolCallId) ? ({ scope: 'tool', for: 'session' } as const) : undefined;
      const isOverdue = this.#isOverdue(deadlines.get(toolCallId));
      const outcome = this.bench.broker.respond(`${id}:${toolCallId}`, decision, {
        by: { type: 'person', name: `${id} ${toolCallId}` },
        ...(remember === undefined ? {} : { remember }),
      });
      const given = { outcome, isOverdue, remembers: remember !== undefined, isNo: decision === false };
      outcomes.set(toolCallId, [...(outcomes.get(toolCallId) ?? []), given]);
    });
  }
}

async function check({ batches, bench }: World): Promise<void> {
  expect(bench.broker.pending, 'nothing waits for ever').toEqual([]);
  expect(bench.clock.timers, 'no timer is left').toBe(0);
  const remembered = new Set<string | undefined>();
  for (const { id, run, asked, calls, externals, outcomes, early } of batches) {
    const settled = asked.settled();
    expect(settled, `${id} is settled`).toBeDefined();
    const answers = asked.reports.flatMap((event) => (event.type === 'answer' ? [event] : []));
    expect(new Set(answers.map(({ toolCallId }) => toolCallId)).size, `${id} has one answer a call`).toBe(
      answers.length,
    );
    for (const toolCallId of calls) {
      const given = await Promise.all(
        (outcomes.get(toolCallId) ?? []).map(async ({ outcome, ...more }) => ({ ...(await outcome), ...more })),
      );
      const accepted = given.filter(({ status }) => status === 'accepted');
      const answer = answers.find((event) => event.toolCallId === toolCallId);
      expect(accepted.length, `${id} ${toolCallId} is accepted once`).toBe(answer?.by.type === 'person' ? 1 : 0);
      // An answer during the check of another one is late, even if that one turns out to be invalid. The exception
      // is a denial during the check of an edit.
      if (accepted.length === 1) expect(['accepted', 'invalid'], 'the first counts').toContain(given[0]?.status);
      const refused = given.filter(
        (each, at) => each.isNo && !each.isOverdue && isAnswered(each) && given[at - 1]?.status === 'invalid',
      );
      const isKept = refused.length === 0 || answer?.by.type === 'grant' || accepted[0]?.isNo === true;
      expect(isKept, `no wrong edit of ${id} ${toolCallId} stands in the way of a no`).toBe(true);
      if (accepted[0]?.remembers === true) remembered.add(`${id} ${toolCallId}`);
      const tooLate = given.filter(({ isOverdue }) => isOverdue).map(({ status }) => status);
      expect([...new Set(tooLate)], `${id} ${toolCallId} takes no answer once its time is up`).not.toContain(
        'accepted',
      );
      if (answer?.by.type === 'person') expect(answer.by.name, 'it is this call’s').toBe(`${id} ${toolCallId}`);
      if (answer?.by.type === 'grant') {
        expect(externals.has(toolCallId), 'no grant answers an external call').toBe(false);
      }
      if (answer !== undefined && answer.answer !== 'defer' && answer.answer.kind === 'tool-return') {
        expect(answer.answer.returnValue, 'it is this run’s').toBe(`${id} ${run}`);
      }
    }
    expect(early, `${id} expires no sooner than both clocks say`).toEqual([]);
    if (settled?.results !== undefined) {
      const { approvals, calls: results, defer } = settled.results;
      const ids = [...Object.keys(approvals), ...Object.keys(results), ...defer];
      expect(ids.sort(), `${id} goes back whole`).toEqual([...calls].sort());
    }
  }
  const people = (bench.broker.grants?.list() ?? []).map(({ decision }) => decision.by);
  expect(
    people.filter((by) => !remembered.has(by)),
    'only what was accepted is remembered',
  ).toEqual([]);
}

function isAnswered(outcome: DecideOutcome): boolean {
  return outcome.status === 'late' && outcome.reason === 'answered';
}

it('a broker settles every batch, answers each call at most once, by the first answer, and mixes nothing up', async () => {
  const property = fc.asyncProperty(fc.array(ops, { minLength: 10, maxLength: 60, size: 'max' }), async (list) => {
    const world = new World();
    for (const op of list) await world.play(op);
    await world.end();
    await check(world);
  });

  await fc.assert(property, propertyRuns(300, 20261121));
});
