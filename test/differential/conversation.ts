import fc from 'fast-check';

/** A call of the model. Its input contains the behavior of its tool and the answer of the person. */
export interface PlayedCall {
  readonly tool: string;
  readonly input: Readonly<Record<string, string | number>>;
}

/** A conversation that both runtimes play, as plain JSON. After these responses the model ends. */
export interface Conversation {
  readonly output: 'text' | 'tool' | 'tool-or-text';
  readonly endStrategy: 'early' | 'graceful' | 'exhaustive';
  readonly toolRetries: number;
  readonly outputRetries: number;
  /**
   * `around`: hooks that skip calls whose input has an 8, request approval for a 7, add a character to results,
   * and replace errors.
   */
  readonly hooks: 'none' | 'around';
  readonly limits: { readonly requests?: number; readonly toolCalls?: number };
  readonly responses: readonly { readonly text?: string; readonly calls: readonly PlayedCall[] }[];
}

/** The result, in a common format. */
export interface PlayedConversation {
  readonly outcome:
    | { readonly type: 'completed'; readonly output: unknown }
    | { readonly type: 'deferred'; readonly left: readonly string[] }
    | { readonly type: 'failed'; readonly why: 'limit' | 'model' }
    | { readonly type: 'broken'; readonly why: string };
  /** The executed tools, with the number in their input. */
  readonly ran: readonly (readonly [string, number])[];
  /** Each batch: approvals, external calls and questions, by call id. */
  readonly asked: readonly (readonly (readonly string[])[])[];
  readonly requests: number;
  /** The end of each call. */
  readonly ends: Readonly<Record<string, string>>;
  /** The results of tool calls. */
  readonly results: Readonly<Record<string, unknown>>;
}

type Hooks = Conversation['hooks'];

const number = fc.integer({ min: 0, max: 9 });
const yes = fc.constantFrom('', '', 'deny', 'edit', 'leave');
/** An approved call does not defer again. */
const done = ['return', 'return', 'retry', 'failed', 'ask'];
const doings = [...done, 'defer', 'question'];

function inputOf(what: readonly string[], hooks: Hooks) {
  const input = fc.record({
    // In PydanticAI, an error of a tool ends the run, unless a hook replaces it.
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
    { weight: 4, arbitrary: fc.record({ tool: fc.constant('plain'), input: inputOf(doings, hooks) }) },
    fc.record({ tool: fc.constant('nothing'), input: inputOf(doings, hooks) }),
    fc.record({ tool: fc.constant('guarded'), input: inputOf(done, hooks) }),
    // PydanticAI does not validate this input, and requests approval for the original one.
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

/** A random conversation. */
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
