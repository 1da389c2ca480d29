import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ours, sdk } from './answers.js';
import { illegalStreams, legalStreams, type Part } from './streams.js';
import { finish } from './support.js';

const call = (toolCallId: string, input: string, more: object = {}): Part => ({
  type: 'tool-call',
  toolCallId,
  toolName: 'search',
  input,
  ...more,
});
const deep = `{"a":${'['.repeat(300)}${']'.repeat(300)}}`;

/**
 * Every intentional difference to the SDK's reading of a stream. `mend` turns a stream into one that the SDK
 * reads as we read the original, so that random streams can still be compared.
 */
const differences: readonly {
  readonly what: string;
  readonly why: string;
  readonly parts: readonly Part[];
  readonly sdk: object;
  readonly ours: object | string;
  readonly mend?: (parts: readonly Part[]) => readonly Part[];
}[] = [
  {
    what: 'two calls share an id, or an id is empty or hostile',
    why: 'answers are found by id (C22)',
    parts: [call('a', '{}'), call('a', '{"n":2}'), call('', '{}'), finish()],
    sdk: { calls: [{ toolCallId: 'a' }, { toolCallId: 'a' }, { toolCallId: '' }] },
    ours: { calls: [{ toolCallId: 'a' }, { toolCallId: 'a_2' }, { toolCallId: 'call' }] },
    mend: withOwnIds,
  },
  {
    what: 'an error in the middle of a stream',
    why: 'a response that lost a part may have lost half of an argument: nothing of it runs, the step is tried again or fails (C83)',
    parts: [
      { type: 'text-delta', id: '0', delta: 'x' },
      { type: 'error', error: new Error('lost') },
      call('a', '{}'),
      finish(),
    ],
    sdk: { calls: [{ toolCallId: 'a' }] },
    ours: 'lost',
  },
  {
    what: 'a stream that ends without saying so',
    why: 'the same: it was cut off',
    parts: [call('a', '{}')],
    sdk: { calls: [{ toolCallId: 'a' }] },
    ours: "The model's response ended before it was complete",
  },
  {
    what: 'a stream that its package ends without a reason of the provider',
    why: 'the same: packages say so of a body that just ends',
    parts: [call('a', '{}'), { ...finish(), finishReason: { unified: 'other', raw: undefined } }],
    sdk: { calls: [{ toolCallId: 'a' }] },
    ours: "The model's response ended before it was complete",
  },
  {
    what: 'an empty input of a call that was begun and never ended',
    why: 'the same: an empty input is one without arguments only where the model was done with it',
    parts: [{ type: 'tool-input-start', id: 'a', toolName: 'search' }, call('a', ''), finish()],
    sdk: { calls: [{ toolCallId: 'a' }] },
    ours: "The model's response ended before it was complete",
  },
  {
    what: 'a delta without a start',
    why: 'the SDK drops the text; a person would rather read it',
    parts: [{ type: 'text-delta', id: '0', delta: 'x' }, finish()],
    sdk: { content: [] },
    ours: { content: [{ type: 'text', text: 'x' }] },
    mend: withStarts,
  },
  {
    what: 'a text that begins again before it has ended',
    why: 'a second end reaches back to the first text in the SDK; to us that one ended when the next began',
    parts: [
      { type: 'text-start', id: '0' },
      { type: 'text-start', id: '0' },
      { type: 'text-end', id: '0' },
      { type: 'text-end', id: '0', providerMetadata: { acme: { n: 1 } } },
      finish(),
    ],
    sdk: { content: [{ text: '', providerOptions: { acme: { n: 1 } } }] },
    ours: { content: [] },
    mend: withStarts,
  },
  {
    what: 'an approval asked for a call that is not the provider’s, or has ended',
    why: 'only the provider could act on the answer, and it has nothing left to do',
    parts: [call('a', '{}'), { type: 'tool-approval-request', approvalId: 'x', toolCallId: 'a' }, finish()],
    sdk: { content: [{ type: 'tool-call' }, { type: 'tool-approval-request' }] },
    ours: { content: [{ type: 'tool-call' }] },
    mend: withoutIdleApprovals,
  },
  {
    what: 'a preliminary result of the provider',
    why: 'the SDK loses the flag and puts it into the history as a second result of the call; to us it is progress',
    parts: [
      call('a', '{}', { providerExecuted: true, dynamic: true }),
      { type: 'tool-result', toolCallId: 'a', toolName: 'search', result: 'half', preliminary: true },
      { type: 'tool-result', toolCallId: 'a', toolName: 'search', result: 'all' },
      finish(),
    ],
    sdk: { content: [{}, { output: { value: 'half' } }, { output: { value: 'all' } }] },
    ours: { content: [{}, { output: { value: 'all' } }] },
    mend: (parts) => parts.filter((part) => part.type !== 'tool-result' || part.preliminary !== true),
  },
  {
    what: 'an input that is JSON, but no object',
    why: 'the SDK puts it into the history when the schema takes it; providers refuse the history then. Text inputs announced as such stay',
    parts: [call('a', '"text"'), call('b', 'null'), finish()],
    sdk: { content: [{ input: 'text' }, { input: null }] },
    ours: { content: [{ input: {} }, { input: {} }] },
  },
  {
    what: 'an input deeper than 256 levels',
    why: 'JSON.stringify and structuredClone overflow on deep values (C99)',
    parts: [call('a', deep), finish()],
    sdk: { content: [{ input: JSON.parse(deep) }] },
    ours: { content: [{ input: {} }] },
  },
  {
    what: 'a __proto__ in an input',
    why: 'the SDK takes it for an attack and calls the input invalid; to us it is data, an own member that pollutes nothing',
    parts: [call('a', '{"__proto__":{"x":1}}'), finish()],
    sdk: { content: [{ input: {} }] },
    ours: { content: [{ input: JSON.parse('{"__proto__":{"x":1}}') }] },
  },
];

/** Gives calls unique ids, also in the parts that refer to them. */
function withOwnIds(parts: readonly Part[]): readonly Part[] {
  const taken = new Set<string>();
  const claim = (id: string): string => {
    const base = id === '' ? 'call' : id;
    let free = base;
    for (let n = 2; taken.has(free); n++) free = `${base}_${n}`;
    taken.add(free);
    return free;
  };
  const writing = new Map<string, { id: string; toolName: string }[]>();
  const running = new Map<string, { id: string; toolName: string }[]>();
  return parts.map((part) => {
    if (part.type === 'tool-input-start') {
      writing.set(part.id, [...(writing.get(part.id) ?? []), { id: claim(part.id), toolName: part.toolName }]);
    }
    if (part.type === 'tool-call') {
      const begun = writing.get(part.toolCallId)?.find(({ toolName }) => toolName === part.toolName);
      writing.set(
        part.toolCallId,
        (writing.get(part.toolCallId) ?? []).filter((open) => open !== begun),
      );
      const same =
        part.providerExecuted === true
          ? running.get(part.toolCallId)?.find((open) => open.toolName === part.toolName)
          : undefined;
      const id = begun?.id ?? same?.id ?? claim(part.toolCallId);
      if (part.providerExecuted === true && same === undefined) {
        running.set(part.toolCallId, [...(running.get(part.toolCallId) ?? []), { id, toolName: part.toolName }]);
      }
      return { ...part, toolCallId: id };
    }
    if (part.type === 'tool-result' || part.type === 'tool-approval-request') {
      const open = running.get(part.toolCallId) ?? [];
      const id = open[0]?.id ?? part.toolCallId;
      if (part.type === 'tool-result' && part.preliminary !== true) running.set(part.toolCallId, open.slice(1));
      return { ...part, toolCallId: id };
    }
    return part;
  });
}

/** Adds missing starts, ends blocks that start again, and removes ends without a start. */
function withStarts(parts: readonly Part[]): readonly Part[] {
  const open = new Set<string>();
  return parts.flatMap((part): Part[] => {
    const [, type, event] = /^(text|reasoning)-(start|delta|end)$/.exec(part.type) ?? [];
    if ((type !== 'text' && type !== 'reasoning') || !('id' in part) || part.id === undefined) return [part];
    const key = `${type} ${part.id}`;
    const isOpen = open.has(key);
    if (event === 'end') return open.delete(key) ? [part] : [];
    open.add(key);
    if (event === 'start') return isOpen ? [{ type: `${type}-end`, id: part.id }, part] : [part];
    return isOpen ? [part] : [{ type: `${type}-start`, id: part.id }, part];
  });
}

function withoutIdleApprovals(parts: readonly Part[]): readonly Part[] {
  const running = new Set<string>();
  return parts.filter((part) => {
    if (part.type === 'tool-call' && part.providerExecuted === true) running.add(part.toolCallId);
    if (part.type === 'tool-result' && part.preliminary !== true) running.delete(part.toolCallId);
    return part.type !== 'tool-approval-request' || running.has(part.toolCallId);
  });
}

/** Returns `true` if a stream was rejected that may have lost the arguments of a call. */
function breaksOff(answer: unknown, parts: readonly Part[]): boolean {
  const begun = new Set(parts.map((part) => (part.type === 'tool-input-start' ? part.id : undefined)));
  return (
    typeof answer === 'string' &&
    answer !== 'in between' &&
    parts.some((part) => part.type === 'tool-call' && part.input.trim() === '' && begun.has(part.toolCallId))
  );
}

const repair = (parts: readonly Part[]): readonly Part[] =>
  differences.reduce((mended, difference) => difference.mend?.(mended) ?? mended, parts);

const runs = (count: number): number => (process.env.COUNTERSIGN_ALL === '1' ? count * 20 : count / 8);

describe('a stream', () => {
  it('means the same to us and to streamText when it is legal (property)', async () => {
    await fc.assert(
      fc.asyncProperty(legalStreams, async (parts) => {
        expect(await ours(parts)).toEqual(await sdk(repair(parts)));
      }),
      { seed: 5, numRuns: runs(400) },
    );
  }, 300_000);

  it('means the same when it breaks the contract, but for the differences (property)', async () => {
    await fc.assert(
      fc.asyncProperty(illegalStreams, async (parts) => {
        const answer = await ours(parts);

        const broken = parts.find(({ type }) => type === 'error' || type === 'finish');
        // A response with lost arguments is rejected at that position, regardless of the rest.
        if (broken === undefined || breaksOff(answer, parts)) expect(answer).toContain('ended before it was complete');
        else if (broken.type === 'error') expect(answer).toBe('in between');
        else expect(answer).toEqual(await sdk(repair(parts)));
      }),
      { seed: 7, numRuns: runs(400) },
    );
  }, 300_000);

  it.each(differences)('differs on purpose: $what', async ({ parts, sdk: expected, ours: own, mend: mended }) => {
    const answer = await ours(parts);

    expect(await sdk(parts)).toMatchObject(expected);
    if (typeof own === 'string') expect(answer).toContain(own);
    else expect(answer).toMatchObject(own);
    if (mended !== undefined) expect(await sdk(mended(parts))).toMatchObject(own as object);
  });
});
