import fc from 'fast-check';

/** A call that the model makes. What its tool does and what people answer stands in its input. */
export interface PlayedCall {
  readonly tool: string;
  readonly input: Readonly<Record<string, string | number>>;
}

/** A conversation that two runtimes play: plain JSON. After its responses the model has done. */
export interface Conversation {
  readonly output: 'text' | 'tool' | 'tool-or-text';
  readonly endStrategy: 'early' | 'graceful' | 'exhaustive';
  readonly toolRetries: number;
  readonly outputRetries: number;
  /** `around`: hooks skip what has an 8, ask about a 7, add a sign to what tools return, and mend their errors. */
  readonly hooks: 'none' | 'around';
  readonly limits: { readonly requests?: number; readonly toolCalls?: number };
  readonly responses: readonly { readonly text?: string; readonly calls: readonly PlayedCall[] }[];
}

/** What came of it, in the words of both. */
export interface Played {
  readonly outcome:
    | { readonly type: 'completed'; readonly output: unknown }
    | { readonly type: 'deferred'; readonly left: readonly string[] }
    | { readonly type: 'failed'; readonly why: 'limit' | 'model' }
    | { readonly type: 'broken'; readonly why: string };
  /** Tools that ran, with the number in their input. */
  readonly ran: readonly (readonly [string, number])[];
  /** Each batch: approvals, jobs and questions, by the call's id. */
  readonly asked: readonly (readonly (readonly string[])[])[];
  readonly requests: number;
  /** How each call ended. */
  readonly ends: Readonly<Record<string, string>>;
  /** What calls of tools returned. */
  readonly results: Readonly<Record<string, unknown>>;
}

type Hooks = Conversation['hooks'];

const number = fc.integer({ min: 0, max: 9 });
const yes = fc.constantFrom('', '', 'deny', 'edit', 'leave');
/** What people answered with a yes does not defer again. */
const done = ['return', 'return', 'retry', 'failed', 'ask'];
const doings = [...done, 'defer', 'question'];

function inputDoing(what: readonly string[], hooks: Hooks) {
  const input = fc.record({
    // An error of a tool ends a run there, unless a hook mends it.
    do: fc.constantFrom(...what, ...(hooks === 'around' ? ['error'] : [])),
    v: fc.oneof({ weight: 12, arbitrary: number }, { weight: 1, arbitrary: fc.constant('no number') }),
    yes,
  });
  const defersAgain = ({ do: what, v }: { readonly do: string; readonly v: number | string }): boolean =>
    hooks === 'around' && v === 7 && !done.includes(what);
  return input.map((one) => (defersAgain(one) ? { ...one, do: 'return' } : one));
}

function toolCall(hooks: Hooks): fc.Arbitrary<PlayedCall> {
  return fc.oneof(
    { weight: 4, arbitrary: fc.record({ tool: fc.constant('plain'), input: inputDoing(doings, hooks) }) },
    fc.record({ tool: fc.constant('nothing'), input: inputDoing(doings, hooks) }),
    fc.record({ tool: fc.constant('guarded'), input: inputDoing(done, hooks) }),
    // Nothing checks an input there, and people are asked about whatever the model wrote.
    fc.record({ tool: fc.constant('outside'), input: fc.record({ do: fc.constant('any'), v: number, yes }) }),
  );
}

const outputCall: fc.Arbitrary<PlayedCall> = fc.oneof(
  fc.record({ tool: fc.constant('give_a'), input: fc.record({ a: fc.oneof(number, fc.constant('no number')) }) }),
  fc.record({ tool: fc.constant('give_b'), input: fc.record({ b: fc.constantFrom('x', 'y') }) }),
);

function responsesOf(output: Conversation['output'], hooks: Hooks): fc.Arbitrary<Conversation['responses']> {
  const plain = toolCall(hooks);
  const call =
    output === 'text' ? plain : fc.oneof({ weight: 4, arbitrary: plain }, { weight: 1, arbitrary: outputCall });
  const calls = fc.array(call, { minLength: 1, maxLength: 4 });
  const response = fc.record({ text: fc.constantFrom('', '', 'One moment.'), calls });
  return fc.array(response, { maxLength: 4 });
}

/** Any conversation. */
export const conversation: fc.Arbitrary<Conversation> = fc
  .tuple(
    fc.constantFrom<Conversation['output']>('text', 'tool', 'tool-or-text'),
    fc.constantFrom<Hooks>('none', 'around'),
  )
  .chain(([output, hooks]) =>
    fc.record({
      output: fc.constant(output),
      hooks: fc.constant(hooks),
      endStrategy: fc.constantFrom<Conversation['endStrategy']>('early', 'graceful', 'exhaustive'),
      toolRetries: fc.integer({ min: 0, max: 2 }),
      outputRetries: fc.integer({ min: 0, max: 2 }),
      limits: fc.oneof(
        { weight: 3, arbitrary: fc.constant({}) },
        { weight: 1, arbitrary: fc.record({ requests: fc.integer({ min: 1, max: 4 }) }) },
        { weight: 1, arbitrary: fc.record({ toolCalls: fc.integer({ min: 0, max: 4 }) }) },
      ),
      responses: responsesOf(output, hooks),
    }),
  );
