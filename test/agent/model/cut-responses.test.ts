import { createAgent, type RunOutcome, tool } from 'countersign/core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Provider, providers } from '../../support/provider-answers.js';
import type { Line } from '../../support/provider-words.js';
import { recorded, recordedTools } from '../../support/recorded-answers.js';
import { calledTools, written } from '../../support/written-answers.js';

/** The reasons of answers that are not complete. */
const cutOff: readonly unknown[] = ['length', 'content-filter', 'error'];

/** The chunks of a body; an error breaks it. */
type Body = readonly (Uint8Array | Error)[];

/** Whatever a model may call; it notes what it would have done. */
const toolNames = ['deleteFiles', ...calledTools, ...recordedTools];

/** Plays bodies, one a request, through a provider's package. */
async function play(
  { model, contentType }: Provider,
  bodies: readonly Body[],
  modelRetries: number,
): Promise<{ readonly outcome: RunOutcome; readonly ran: readonly unknown[]; readonly requests: number }> {
  const ran: unknown[] = [];
  let requests = 0;
  const execute = (input: object): void => void ran.push(input);
  const agent = createAgent({
    model: model({
      baseURL: 'https://provider.test/v1',
      fetch: async () => {
        const body = bodies[requests++] ?? [];
        return new Response(toStream(body), { headers: { 'content-type': contentType } });
      },
    }),
    tools: Object.fromEntries(toolNames.map((name) => [name, tool({ inputSchema: z.looseObject({}), execute })])),
    modelRetries,
    environment: {
      setTimeout: (callback) => {
        queueMicrotask(callback);
        return () => {};
      },
    },
  });
  const outcome = await agent.run('go').outcome;
  return { outcome, ran, requests };
}

function toStream(body: Body): ReadableStream<Uint8Array> {
  let index = 0;
  return new ReadableStream({
    pull: (out) => {
      const chunk = body[index++];
      if (chunk === undefined) out.close();
      else if (chunk instanceof Error) out.error(chunk);
      else out.enqueue(chunk);
    },
  });
}

/** The body, cut before and within each of its chunks, as long as what ends it has not come whole. */
function cuts({ encode, ends }: Provider, lines: readonly Line[]): readonly Body[] {
  const last = lines.findLastIndex(ends);
  return lines.slice(0, last + 1).flatMap((_, at) => {
    const before = encode(lines.slice(0, at));
    const half = encode(lines.slice(at, at + 1)).map((chunk) => chunk.slice(0, chunk.length / 2));
    return [before, [...before, ...half]];
  });
}

/** The body without one of the lines that end it, and without all of them: what comes after them is there. */
function unended({ encode, ends }: Provider, lines: readonly Line[]): readonly Body[] {
  const without = lines.filter(ends).map((end) => lines.filter((line) => line !== end));
  return [...without, lines.filter((line) => !ends(line))].map(encode);
}

const inputs = [{ path: 'a.txt', force: true }, { path: 'b.txt' }];

describe.each(Object.entries(providers))('a response through the package for %s', (_, provider) => {
  const { says, makes, encode, reasons } = provider;
  const two = makes(inputs.map((input, index) => [`call_${index}`, 'deleteFiles', input] as const));
  const bare = makes([['call_1', 'deleteFiles', {}]]);
  const text = says('I am going to delete nothing.');
  const done = encode(says('Done.'));

  it('C106 executes when it is complete', async () => {
    const many = await play(provider, [encode(two), done], 0);
    const one = await play(provider, [encode(bare), done], 0);

    expect(many.outcome).toMatchObject({ type: 'completed', output: 'Done.' });
    expect(many.ran).toEqual(inputs);
    expect(one.outcome).toMatchObject({ type: 'completed', output: 'Done.' });
    expect(one.ran).toEqual([{}]);
  });

  it.each(reasons)('C106 is received completely and once if its finish reason is %s', async (reason) => {
    const { outcome, requests } = await play(provider, [encode(says('That is all.', reason))], 2);

    expect(JSON.stringify(outcome.newMessages.at(-1))).toContain('"text":"That is all."');
    expect(outcome.type).toBe(cutOff.includes(outcome.finishReason) ? 'failed' : 'completed');
    expect(requests).toBe(1);
  });

  it.each([
    ['two calls', two],
    ['a call without arguments', bare],
    ['a text', text],
  ])('C106 executes nothing and is not an answer if it is cut anywhere or never ends: %s', async (_what, lines) => {
    const bodies = [...cuts(provider, lines), ...unended(provider, lines)];

    const ends: unknown[] = [];
    for (const body of bodies) {
      const { outcome, ran } = await play(provider, [body], 0);
      ends.push({ type: outcome.type, ran, added: outcome.newMessages.length });
    }

    expect(bodies.length).toBeGreaterThan(5);
    expect(ends).toEqual(bodies.map(() => ({ type: 'failed', ran: [], added: 1 })));
  });

  it('C106 is requested again if it is cut, its connection breaks, or it never ends', async () => {
    const breaks = cuts(provider, two).map((body) => [...body, new TypeError('network error')]);
    const bodies = [...cuts(provider, two), ...unended(provider, two), ...breaks];

    const ends: unknown[] = [];
    for (const body of bodies) {
      const { outcome, ran, requests } = await play(provider, [body, encode(two), done], 1);
      ends.push({ type: outcome.type, ran, requests });
    }

    expect(ends).toEqual(bodies.map(() => ({ type: 'completed', ran: inputs, requests: 3 })));
  });
});

/** The packages that read the same wire, besides the one that an answer was made for. */
const alike: Readonly<Record<string, readonly string[]>> = {
  'openai responses': ['azure responses'],
  anthropic: ['bedrock anthropic'],
  deepseek: ['alibaba', 'moonshotai'],
};

/** Answers by the package that reads them; those alone that come whole and need no settings or tools of their own. */
const answers = [...written, ...recorded]
  .filter(({ garbled, tools, settings }) => garbled !== true && tools === undefined && settings === undefined)
  .flatMap(({ name, provider, lines }) =>
    [provider, ...(alike[provider] ?? [])].map((reader) => [name, reader, lines] as const),
  );

/** Of a long answer the last cuts, and a few from all over. */
function some(bodies: readonly Body[]): readonly Body[] {
  const step = Math.ceil(bodies.length / 10);
  return bodies.filter((_, index) => index % step === 0 || index >= bodies.length - 6);
}

describe('an answer', () => {
  it.each(answers)(
    'C106 executes nothing when it is cut, and executes when it is complete: %s, %s',
    async (_, reader, lines) => {
      const provider = providers[reader];
      if (provider === undefined) throw new Error(`No provider ${reader}.`);

      const whole = await play(provider, [provider.encode(lines), provider.encode(provider.says('Done.'))], 0);
      const ends: unknown[] = [];
      for (const body of some(cuts(provider, lines))) {
        const { outcome, ran } = await play(provider, [body], 0);
        ends.push({ type: outcome.type, ran });
      }

      expect(whole.outcome.type).toBe(cutOff.includes(whole.outcome.finishReason) ? 'failed' : 'completed');
      expect(ends.length).toBeGreaterThan(5);
      expect(ends).toEqual(ends.map(() => ({ type: 'failed', ran: [] })));
    },
  );
});
