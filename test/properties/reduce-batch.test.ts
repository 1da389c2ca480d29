import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { AskRequest } from '../../src/approval/broker/ask.js';
import { type Batch, openBatch } from '../../src/approval/broker/batch.js';
import type { Decision } from '../../src/approval/broker/decision.js';
import type { OnExpiry } from '../../src/approval/broker/handler.js';
import {
  type BatchAction,
  type BatchEffect,
  type CheckResult,
  reduceBatch,
} from '../../src/approval/broker/reduce-batch.js';
import { UserError } from '../../src/protocol/base/errors.js';
import { toolApproved, toolReturn } from '../../src/protocol/make-answer.js';
import { propertyRuns } from './property.js';

type ActKind = 'grant' | 'news' | 'show' | 'retract' | 'extend' | 'work';

/** An action. Numbers select a call or a pending check. */
type Step =
  | { readonly step: 'decide'; readonly call: number; readonly choice: number; readonly remember: boolean }
  | { readonly step: 'check'; readonly which: number; readonly result: CheckResult }
  | { readonly step: 'act'; readonly call: number; readonly kind: ActKind }
  | { readonly step: 'batch'; readonly kind: 'expire' | 'send' | 'abort' }
  | { readonly step: 'retract-grant' | 'extend-all' }
  | { readonly step: 'wait'; readonly ms: number };

const call = fc.nat({ max: 4 });
const results = fc.constantFrom<CheckResult>(
  { type: 'valid' },
  { type: 'valid', grantId: 'granted' },
  { type: 'open', outcome: { status: 'invalid', issues: [{ path: [], message: 'wrong' }] } },
  { type: 'open' },
);
const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      step: fc.constant('decide' as const),
      call,
      choice: fc.nat({ max: 3 }),
      remember: fc.boolean(),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({ step: fc.constant('check' as const), which: fc.nat({ max: 9 }), result: results }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      step: fc.constant('act' as const),
      call,
      kind: fc.constantFrom<ActKind>('grant', 'news', 'show', 'retract', 'extend', 'work'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ step: fc.constant('wait' as const), ms: fc.nat({ max: 120 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      step: fc.constant('batch' as const),
      kind: fc.constantFrom('expire' as const, 'expire' as const, 'send' as const, 'abort' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ step: fc.constantFrom('retract-grant' as const, 'extend-all' as const) }) },
);

const requests = fc.record({
  approvals: fc.integer({ min: 1, max: 3 }),
  externals: fc.nat({ max: 2 }),
  sendDelay: fc.constantFrom(0, 50),
  onExpiry: fc.constantFrom<OnExpiry>('deny', 'park', 'fail'),
  isRefused: fc.boolean(),
});

/** Applies actions, and checks each step. */
class ReducerWorld {
  batch: Batch;
  now = 1_000;
  readonly ids: readonly string[];
  readonly #externals: ReadonlySet<string>;
  readonly #open: Extract<BatchEffect, { type: 'check' }>[] = [];
  #attempts = 0;
  /** The number of replies to each attempt. */
  readonly #replies: Map<number, number> = new Map();
  readonly #failed: Set<number> = new Set();
  #ends = 0;

  constructor({
    approvals,
    externals,
    isRefused,
    ...terms
  }: typeof requests extends fc.Arbitrary<infer T> ? T : never) {
    const toCall = (toolCallId: string) => ({ toolCallId, toolName: 'write', title: 'Write', input: {} });
    const approvalIds = Array.from({ length: approvals }, (_, index) => `approval-${index}`);
    const externalIds = Array.from({ length: externals }, (_, index) => `external-${index}`);
    const request: AskRequest = {
      batchId: 'batch',
      runId: 'run',
      agentPath: ['agent'],
      round: 1,
      requests: { approvals: approvalIds.map(toCall), calls: externalIds.map(toCall), metadata: {} },
      signal: new AbortController().signal,
      check: async () => [],
      report: () => {},
      expiresAt: this.now + 200,
      ...(isRefused ? { refused: { batchId: 'batch', answers: {}, message: 'refused' } } : {}),
      ...terms,
    };
    this.ids = [...approvalIds, ...externalIds];
    this.#externals = new Set(externalIds);
    this.batch = openBatch(request, this.#moment());
  }

  play(step: Step): void {
    const toolCallId = this.#idAt('call' in step ? step.call : 0);
    switch (step.step) {
      case 'decide':
        this.#attempts += 1;
        return void this.apply({
          type: 'decide',
          toolCallId,
          attempt: this.#attempts,
          by: { type: 'person' },
          decision: this.#decision(toolCallId, step.choice),
          ...(step.remember ? { remember: { scope: 'tool', for: 'session' } as const } : {}),
        });
      case 'check': {
        const [check] = this.#open.splice(step.which % Math.max(1, this.#open.length), 1);
        if (check === undefined) return;
        const { attempt, by, item } = check;
        if (step.result.type === 'open' && step.result.outcome === undefined) this.#failed.add(attempt);
        return void this.apply({ type: 'checked', toolCallId: item.call.toolCallId, attempt, by, result: step.result });
      }
      case 'act':
        return void this.apply(this.#action(step.kind, toolCallId));
      case 'batch':
        return void this.apply({ type: step.kind });
      case 'retract-grant':
        return void this.apply({ type: 'retract-grant', grantId: 'grant' });
      case 'extend-all':
        return void this.apply({ type: 'extend', expiresAt: this.now + 100 });
      case 'wait':
        this.now += step.ms;
        return;
      default:
        step satisfies never;
    }
  }

  apply(action: BatchAction): void {
    const { batch } = this;
    const before = structuredCloneable(batch);
    const next = reduceBatch(batch, action, this.#moment());
    expect(structuredCloneable(batch), 'the batch given is not changed').toEqual(before);
    this.#judge(batch, next.batch, next.effects);
    this.batch = next.batch;
    for (const effect of next.effects) {
      if (effect.type === 'check') this.#open.push(effect);
      if (effect.type === 'reply') this.#replies.set(effect.attempt, (this.#replies.get(effect.attempt) ?? 0) + 1);
    }
  }

  /** Ends every check and the batch. */
  end(): void {
    this.apply({ type: 'abort' });
    while (this.#open.length > 0) this.play({ step: 'check', which: 0, result: { type: 'valid' } });
    expect(this.#ends, 'a batch ends exactly once').toBe(1);
    for (let attempt = 1; attempt <= this.#attempts; attempt++)
      expect(this.#replies.get(attempt) ?? 0, `attempt ${attempt} is answered once`).toBe(
        this.#failed.has(attempt) ? 0 : 1,
      );
  }

  /** Checks the invariants of one step. */
  #judge(before: Batch, after: Batch, effects: readonly BatchEffect[]): void {
    const ends = effects.filter(({ type }) => type === 'resolve' || type === 'reject');
    this.#ends += ends.length;
    expect(ends.length, 'a batch ends when it closes').toBe(
      before.status === 'open' && after.status === 'closed' ? 1 : 0,
    );
    const reports = effects.flatMap((effect) => (effect.type === 'report' ? [effect.event] : []));
    expect([...after.calls.keys()], 'no call is lost or added').toEqual(this.ids);
    const balance = new Map(this.ids.map((id) => [id, statusOf(before, id) === 'decided' ? 1 : 0]));
    for (const { type, toolCallId } of reports) {
      if (type === 'answer') balance.set(toolCallId, (balance.get(toolCallId) ?? 0) + 1);
      if (type === 'answer-retracted') balance.set(toolCallId, (balance.get(toolCallId) ?? 0) - 1);
      expect([0, 1], 'only an answer that was retracted is replaced').toContain(balance.get(toolCallId));
    }
    if (before.status === 'closed') expect(after, 'a closed batch does not change').toBe(before);
    if (after.status === 'closed') return void this.#judgeResults(effects);
    for (const id of this.ids) {
      const { item, check } = after.calls.get(id) ?? {};
      expect(check !== undefined, 'a check belongs to a call that is checking').toBe(item?.state.status === 'checking');
      expect(item?.state.status === 'decided', `${id} is decided by its answer`).toBe(balance.get(id) === 1);
    }
    for (const effect of effects) {
      if (effect.type !== 'reply' || effect.outcome.status !== 'accepted') continue;
      expect(
        reports.some(({ type }) => type === 'answer'),
        'an accepted answer is reported',
      ).toBe(true);
    }
  }

  #judgeResults(effects: readonly BatchEffect[]): void {
    for (const effect of effects) {
      if (effect.type !== 'resolve') continue;
      const { approvals, calls, defer } = effect.results;
      const ids = [...Object.keys(approvals), ...Object.keys(calls), ...defer];
      expect(ids.sort(), 'a completed batch answers each call once').toEqual([...this.ids].sort());
    }
  }

  #action(kind: ActKind, toolCallId: string): BatchAction {
    const answer = this.#externals.has(toolCallId) ? toolReturn('news') : toolApproved();
    switch (kind) {
      case 'grant':
        return this.#externals.has(toolCallId)
          ? { type: 'work', toolCallId }
          : { type: 'grant', toolCallId, answer: toolApproved(), by: { type: 'grant', grantIds: ['grant'] } };
      case 'news':
        return { type: 'news', news: { toolCallId, answer, by: { type: 'person', name: 'elsewhere' } } };
      case 'show': {
        const shown = { toolCallId, toolName: 'write', title: 'Write, approved by one', input: {} };
        return { type: 'news', news: { toolCallId, call: shown, expiresAt: this.now + 20 } };
      }
      case 'extend':
        return { type: 'extend', toolCallId, expiresAt: this.now + 150 };
      default:
        return { type: kind, toolCallId };
    }
  }

  #decision(toolCallId: string, choice: number): Decision {
    if (this.#externals.has(toolCallId)) return choice === 0 ? 'defer' : toolReturn(choice);
    return [true, false, 'defer' as const, toolApproved({ overrideArgs: { edited: true } })][choice] ?? true;
  }

  #idAt(index: number): string {
    return this.ids[index % this.ids.length] ?? '';
  }

  #moment(): { now: number; monotonic: number } {
    return { now: this.now, monotonic: this.now };
  }
}

/** Returns the calls of a batch as plain data. */
function structuredCloneable(batch: Batch): unknown {
  return JSON.parse(JSON.stringify({ ...batch, request: undefined, calls: [...batch.calls.values()] }));
}

function statusOf(batch: Batch, id: string): string | undefined {
  return batch.status === 'open' ? batch.calls.get(id)?.item.state.status : undefined;
}

it('a batch counts the first answer to each call, reports the late ones, and ends once', () => {
  const property = fc.property(requests, fc.array(steps, { maxLength: 60, size: 'max' }), (request, list) => {
    const world = new ReducerWorld(request);
    for (const step of list) world.play(step);
    world.end();
  });

  fc.assert(property, propertyRuns(1_000, 20261127));
});

it('a late answer is reported with its reason, and changes nothing', () => {
  const property = fc.property(requests, fc.array(steps, { maxLength: 40 }), call, (request, list, index) => {
    const world = new ReducerWorld(request);
    for (const step of list) world.play(step);
    world.play({ step: 'batch', kind: 'abort' });
    const toolCallId = world.ids[index % world.ids.length] ?? '';

    const by = { type: 'person' } as const;
    const { batch, effects } = reduceBatch(
      world.batch,
      { type: 'decide', toolCallId, attempt: 1_000, decision: true, by },
      { now: world.now, monotonic: world.now },
    );

    expect(batch).toBe(world.batch);
    expect(effects.map(({ type }) => type)).toEqual(['report', 'emit', 'publish', 'reply']);
    const reason = world.batch.calls.get(toolCallId);
    expect(effects[0]).toMatchObject({ event: { type: 'late-answer', toolCallId, reason } });
  });

  fc.assert(property, propertyRuns(200, 20261127));
});

it('a check counts only for the answer that it validated', () => {
  const world = new ReducerWorld({ approvals: 1, externals: 0, sendDelay: 50, onExpiry: 'deny', isRefused: false });
  world.play({ step: 'decide', call: 0, choice: 0, remember: false });
  world.play({ step: 'act', call: 0, kind: 'news' });
  world.play({ step: 'act', call: 0, kind: 'retract' });
  world.play({ step: 'decide', call: 0, choice: 1, remember: false });

  world.play({ step: 'check', which: 0, result: { type: 'valid' } });

  expect(statusOf(world.batch, 'approval-0')).toBe('checking');
  world.end();
});

it('an unknown call is rejected, whether the batch is open or closed', () => {
  const property = fc.property(requests, fc.boolean(), (request, isClosed) => {
    const world = new ReducerWorld(request);
    if (isClosed) world.play({ step: 'batch', kind: 'abort' });

    const retract = (): unknown =>
      reduceBatch(world.batch, { type: 'retract', toolCallId: 'unknown' }, { now: 0, monotonic: 0 });

    expect(retract).toThrow(UserError);
  });

  fc.assert(property, propertyRuns(50, 20261127));
});
