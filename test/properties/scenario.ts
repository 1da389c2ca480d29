import fc from 'fast-check';

/** The tools by their behavior; `world.ts` creates them. The last three do not exist. */
export const toolNames = [
  'plain',
  'guarded',
  'sometimes',
  'asks',
  'validated',
  'asksTwice',
  'greedy',
  'hands',
  'guardedHands',
  'external',
  'guardedExternal',
  'sequential',
  'throws',
  'retries',
  'fails',
  'hangs',
  'stubborn',
  'slow',
  'progress',
  'impure',
  'odd',
  'web',
  'webLater',
  'webAsks',
  'nested',
  'guardedNested',
  'ghost',
  '__proto__',
  'toString',
] as const;
export type ToolName = (typeof toolNames)[number];

/** One call of the model. */
export interface CallPlan {
  readonly tool: ToolName;
  /** `undefined` for a unique id. */
  readonly id: string | undefined;
  readonly input: 'good' | 'malformed' | 'wrong' | 'empty' | 'polluted';
}

/** One response of the model. */
export interface StepPlan {
  readonly calls: readonly CallPlan[];
  readonly text: 'none' | 'plain' | 'valid' | 'fenced' | 'invalid';
  readonly stream: 'whole' | 'breaks' | 'fails' | 'slow' | 'cut-off' | 'odd-end' | 'just-ends' | 'unfinished';
}

/** The behaviors of a handler for one batch. */
export const handlerPlans = [
  'answer',
  'later',
  'park',
  'decline',
  'mutate',
  'mutate-answer',
  'partial',
  'throw',
  'stranger',
  'wrong-kind',
  'no-boolean',
  'bad-edit',
  'undefined',
  'never',
] as const;
export type HandlerPlan = (typeof handlerPlans)[number];

/** The behaviors of a person for one card. */
export const personPlans = [
  'answer',
  'double-click',
  'answer-late',
  'bad-edit-first',
  'wrong-kind-first',
  'park',
  'change-mind',
  'never',
] as const;
export type PersonPlan = (typeof personPlans)[number];

/** The behaviors of the app after a run. */
export const nextPlans = ['go-on', 'wrong-first', 'prompt', 'replay'] as const;
export type NextPlan = (typeof nextPlans)[number];

/** A whole conversation as plain data, which fast-check can shrink. */
export interface Scenario {
  readonly steps: readonly StepPlan[];
  /** The responses of a sub-agent's model, for each of its runs. */
  readonly inner: readonly StepPlan[];
  readonly handlers: readonly HandlerPlan[];
  readonly people: readonly PersonPlan[];
  /** Approve, deny, edit and so on: one number per call. */
  readonly decisions: readonly number[];
  readonly next: readonly NextPlan[];
  /** The changes of the state that a schema reads, one per read. */
  readonly shifts: readonly number[];
  readonly concurrency: number;
  readonly toolErrors: 'model' | 'throw';
  readonly retries: number;
  /** The output type of the agent: text, or an object with a schema. */
  readonly output: 'text' | 'object';
  /** The number of the failing journal write; 0 for no journal. */
  readonly journalFailsAt: number;
  /** The number of the wait for the app (journal, schema, or text of a tool) that never ends; 0 for none. */
  readonly hangsAt: number;
  readonly stop: { readonly by: 'nobody' | 'event' | 'time'; readonly after: number };
}

const hostileIds = [
  'same',
  '',
  'constructor',
  '__proto__',
  'toString',
  'id with spaces',
  'x'.repeat(80),
  'same_2',
  '1',
];

const callArbitrary: fc.Arbitrary<CallPlan> = fc.record({
  tool: fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom('plain', 'guarded', 'sometimes', 'asks', 'validated', 'external') },
    { weight: 6, arbitrary: fc.constantFrom('hands', 'guardedHands', 'guardedExternal', 'asksTwice', 'slow') },
    { weight: 5, arbitrary: fc.constantFrom('sequential', 'progress', 'throws', 'retries', 'fails') },
    { weight: 4, arbitrary: fc.constantFrom('web', 'webLater', 'webAsks') },
    { weight: 4, arbitrary: fc.constantFrom('impure', 'odd') },
    { weight: 3, arbitrary: fc.constantFrom('nested', 'guardedNested', 'hangs', 'stubborn') },
    { weight: 1, arbitrary: fc.constantFrom('ghost', '__proto__', 'toString', 'greedy') },
  ),
  id: fc.oneof(
    { weight: 3, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.constantFrom(...hostileIds) },
  ),
  input: fc.oneof(
    { weight: 20, arbitrary: fc.constant('good' as const) },
    { weight: 1, arbitrary: fc.constantFrom('malformed', 'wrong', 'empty', 'polluted') },
  ),
});

function stepArbitrary(call: fc.Arbitrary<CallPlan>, maxCalls: number): fc.Arbitrary<StepPlan> {
  const few = fc.array(call, { minLength: 1, maxLength: Math.min(4, maxCalls), size: 'max' });
  const many = fc.array(call, { minLength: 1, maxLength: maxCalls, size: 'max' });
  return fc.record({
    calls: fc.oneof({ weight: 3, arbitrary: few }, { weight: 1, arbitrary: many }),
    text: fc.oneof(
      { weight: 12, arbitrary: fc.constantFrom('none', 'plain') },
      { weight: 1, arbitrary: fc.constantFrom('valid', 'fenced', 'invalid') },
    ),
    stream: fc.oneof(
      { weight: 20, arbitrary: fc.constant('whole' as const) },
      { weight: 2, arbitrary: fc.constantFrom('breaks', 'fails', 'slow', 'just-ends', 'unfinished') },
      { weight: 1, arbitrary: fc.constantFrom('cut-off', 'odd-end') },
    ),
  });
}

function pickMostly<T>(usual: readonly T[], all: readonly T[]): fc.Arbitrary<readonly T[]> {
  const one = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...usual) },
    { weight: 1, arbitrary: fc.constantFrom(...all) },
  );
  return fc.array(one, { minLength: 1, maxLength: 8, size: 'max' });
}

const innerCall = callArbitrary.filter(({ tool }) => !tool.toLowerCase().includes('nested'));

/** Random conversations, most of which run far. */
export const scenarios: fc.Arbitrary<Scenario> = fc.record({
  steps: fc.array(stepArbitrary(callArbitrary, 12), { minLength: 1, maxLength: 8, size: 'max' }),
  inner: fc.array(stepArbitrary(innerCall, 3), { minLength: 1, maxLength: 2 }),
  handlers: pickMostly<HandlerPlan>(['answer', 'answer', 'later', 'mutate', 'park'], handlerPlans),
  people: pickMostly<PersonPlan>(['answer', 'answer', 'double-click', 'answer-late'], personPlans),
  decisions: fc.array(fc.nat(11), { minLength: 1, maxLength: 12, size: 'max' }),
  next: fc.array(fc.constantFrom(...nextPlans), { minLength: 1, maxLength: 3 }),
  shifts: fc.array(fc.constantFrom(0, 0, 0, 0, 1), { minLength: 1, maxLength: 20, size: 'max' }),
  concurrency: fc.constantFrom(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 1, 2),
  toolErrors: fc.constantFrom('model', 'model', 'model', 'throw'),
  retries: fc.constantFrom(100, 100, 100, 1),
  output: fc.constantFrom('text', 'text', 'object'),
  journalFailsAt: fc.oneof({ weight: 6, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(30) }),
  hangsAt: fc.oneof({ weight: 6, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(40) }),
  stop: fc.record({
    by: fc.constantFrom('nobody', 'nobody', 'nobody', 'event', 'time'),
    after: fc.nat(120),
  }),
});
