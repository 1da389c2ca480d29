import { createAgent, tool } from 'countersign/core';
import { createRunServer, handleChat, memoryRunStore } from 'countersign/server';
import { scriptedModel } from 'countersign/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';

/**
 * How long all of it may take: 10 minutes with everything, or as many as `COUNTERSIGN_FUZZ_MINUTES` says. Otherwise 200
 * requests.
 */
const minutes = Number(process.env.COUNTERSIGN_FUZZ_MINUTES ?? (process.env.COUNTERSIGN_ALL === '1' ? 10 : 0));
const parts = 2;
const budget: fc.Parameters<unknown> =
  minutes > 0
    ? { numRuns: Number.MAX_SAFE_INTEGER, interruptAfterTimeLimit: (minutes * 60_000) / parts }
    : { numRuns: 100, seed: 30 };
const timeout = (minutes * 60_000) / parts + 60_000;
/** How long one request may take: more is a hang. */
const requestTimeout = 10_000;

/**
 * Stands for a value that is written as raw JSON, since some cannot be made from a value: `1e999`, 100,000 brackets.
 */
const hole = '@hole@';

const deep = (open: string, close: string, levels: number): string => open.repeat(levels) + close.repeat(levels);
const wide = (item: string, count: number): string => `[${Array.from({ length: count }, () => item).join(',')}]`;

const odd: readonly string[] = [
  ...[
    'null',
    'true',
    'false',
    '0',
    '-0',
    '-1',
    '1.5',
    '1e999',
    '-1e999',
    '9.3e18',
    '9007199254740993',
    '[]',
    '{}',
    '[[]]',
  ],
  ...[
    '""',
    '" "',
    '"\\u0000"',
    '"a\\u0000b"',
    '"\\ud800"',
    '"\\udc00\\ud800"',
    '"__proto__"',
    '"constructor"',
    '"toString"',
  ],
  ...[
    '{"toString":null}',
    '{"toString":null,"valueOf":null}',
    '{"toJSON":1}',
    '{"then":1}',
    '{"length":-1}',
    '{"length":1e9}',
  ],
  ...[
    '{"__proto__":{"polluted":1}}',
    '{"__proto__":null}',
    '{"constructor":{"prototype":{"polluted":1}}}',
    '[null]',
    '[{}]',
  ],
  ...[
    '{"kind":"tool-return"}',
    '{"kind":"tool-return","returnValue":1,"content":5}',
    '{"kind":"tool-approved","overrideArgs":null}',
  ],
  ...[
    '{"kind":"tool-return","returnValue":1,"content":[{"type":"text"}]}',
    '{"kind":"model-retry","message":"x","issues":5}',
  ],
  ...['{"kind":"tool-return","returnValue":1,"content":[{"type":"file","data":{"type":"data"},"mediaType":"a/b"}]}'],
  ...['{"kind":"tool-return","returnValue":1,"content":[{"type":"image","image":"http://127.0.0.1/"}]}'],
  ...['{"kind":"tool-return","returnValue":1,"metadata":7}', '{"kind":"tool-return","returnValue":1,"content":[null]}'],
  ...[
    '{"type":"text"}',
    '{"type":"file"}',
    '{"type":{"toString":null}}',
    '{"role":"user"}',
    '[{"role":"user","content":{}}]',
  ],
  ...[
    '[{"role":"assistant","content":[{"type":"tool-call"}]}]',
    '[{"role":"tool","content":[null]}]',
    '[{"role":"user"}]',
  ],
  ...[
    '[{"type":"text","text":{"toString":null}}]',
    '[{"type":"file","data":5,"mediaType":5}]',
    '[{"role":{"toString":null}}]',
  ],
  ...[
    deep('[', ']', 200),
    deep('[', ']', 5000),
    deep('[', ']', 100_000),
    `${'{"a":'.repeat(30_000)}1${'}'.repeat(30_000)}`,
  ],
  ...[
    wide('0', 2000),
    wide('{}', 120_000),
    wide('""', 400_000),
    `"${'x'.repeat(20_000)}"`,
    `"${'\\ud800'.repeat(2000)}"`,
  ],
];

const junk: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...odd) },
  { weight: 1, arbitrary: fc.json({ maxDepth: 4, stringUnit: 'binary' }) },
);

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Path = readonly (string | number)[];

function placesIn(value: Json, at: Path = []): readonly Path[] {
  if (typeof value !== 'object' || value === null) return [at];
  const inner = Object.entries(value).flatMap(([key, item]) =>
    placesIn(item, [...at, Array.isArray(value) ? Number(key) : key]),
  );
  return [at, ...inner];
}

/** A body with raw JSON in one of its places, or a key that it does not know. */
function withJunk(body: Json, pick: number, raw: string): string {
  const places = placesIn(body);
  const path = places[pick % places.length] ?? [];
  const copy = structuredClone({ body });
  let holder: Record<string | number, Json> = copy;
  for (const [index, key] of ['body', ...path].entries()) {
    if (index === path.length) holder[key] = hole;
    else holder = holder[key] as Record<string | number, Json>;
  }
  return JSON.stringify(copy.body).replace(JSON.stringify(hole), () => raw);
}

const prototypes = [Object.prototype, Array.prototype, Function.prototype, String.prototype, Promise.prototype];
const membersOf = (): string => JSON.stringify(prototypes.map((one) => Reflect.ownKeys(one).map(String)));

/** @throws where a request takes so long that it hangs. */
async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The request hangs.')), requestTimeout);
  });
  return await Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** An agent that asks for an approval and for a result, and then is done. */
function askingAgent() {
  const ask = (toolName: string, input: { readonly [key: string]: string }) => ({
    toolName,
    toolCallId: toolName,
    input,
  });
  return createAgent({
    model: scriptedModel([
      { calls: [ask('delete_file', { path: 'a' }), ask('pick_colour', { label: 'Sky' })] },
      'Done.',
    ]),
    environment: {
      setTimeout: (callback) => {
        const timer = setTimeout(callback);
        return () => clearTimeout(timer);
      },
    },
    tools: {
      delete_file: tool({
        inputSchema: z.object({ path: z.string() }),
        requiresApproval: true,
        execute: ({ path }) => path,
      }),
      pick_colour: tool({ inputSchema: z.object({ label: z.string() }) }),
    },
  });
}

/** A run server with a run that waits. */
async function startRunServer() {
  const problems: unknown[] = [];
  const agents = { files: askingAgent(), other: createAgent({ model: scriptedModel(['Hello.']) }) };
  const handle = createRunServer({
    agents,
    store: memoryRunStore({ agents }),
    identify: () => ({ id: 'ada' }),
    authorize: () => true,
    onProblem: (problem) => problems.push(problem),
  });
  const send = async (path: string, body?: string) => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: body ?? '' };
    const answer = await inTime(handle(new Request(`https://here.example/${path}`, body === undefined ? {} : init)));
    return { status: answer.status, body: await inTime(answer.json()) };
  };
  const begun = await send('runs', JSON.stringify({ agent: 'files', input: 'go' }));
  const { runId } = begun.body.run;
  const state = async () => (await send(`runs/${encodeURIComponent(runId)}`)).body.run.state;
  await expect.poll(async () => (await state()).type).toBe('waiting');
  const [batch] = (await send('waiting')).body.batches;
  return { send, state, batch, problems };
}

const runBodies = (batch: { readonly requests: { readonly approvals: readonly { readonly digest: string }[] } }) => {
  const content: Json = [
    { type: 'text', text: 'Blue' },
    { type: 'file', data: 'data:image/png;base64,AAAA', mediaType: 'image/png', filename: 'a.png' },
    { type: 'image', image: 'AAAA', mediaType: 'image/png', providerOptions: { some: { a: 1 } } },
    { type: 'file', data: { type: 'text', text: 'x' }, mediaType: 'text/plain' },
  ];
  const result: Json = { kind: 'tool-return', returnValue: { hex: '#00f' }, content, metadata: { a: [1] } };
  const edit: Json = { kind: 'tool-approved', overrideArgs: { path: 'b' }, note: 'Fine.' };
  const digest = batch.requests.approvals[0]?.digest ?? '';
  const history: Json = [
    { role: 'user', content },
    { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'x', toolName: 'y', input: {} }] },
    {
      role: 'tool',
      content: [{ type: 'tool-result', toolCallId: 'x', toolName: 'y', output: { type: 'json', value: 1 } }],
    },
    { role: 'assistant', content: 'Yes.' },
  ];
  const start = { agent: 'other', conversationId: 'c', metadata: { a: { b: [1] } } };
  return {
    text: { ...start, input: 'Hello', messages: [] },
    parts: { ...start, input: content, messages: history },
    messages: { ...start, input: [{ role: 'user', content }], messages: [] },
    answers: { answers: { delete_file: { answer: edit, digest }, pick_colour: { answer: result } } },
    stop: { reason: 'Enough.' },
    extend: { toolCallId: 'delete_file', expiresAt: 4_000_000_000_000 },
  } satisfies Record<string, Json>;
};

type BodyName = keyof ReturnType<typeof runBodies>;
const bodyNames: readonly BodyName[] = ['text', 'parts', 'messages', 'answers', 'answers', 'answers', 'stop', 'extend'];

describe('C315 request bodies with any value in any place', () => {
  it('C315 a run server rejects or accepts them, stores nothing of rejected ones, and stays readable', {
    timeout,
  }, async () => {
    const members = membersOf();
    const property = fc.asyncProperty(fc.constantFrom(...bodyNames), fc.nat(), junk, async (name, pick, raw) => {
      const { send, state, batch, problems } = await startRunServer();
      const path = encodeURIComponent(batch.batchId);
      const at = { answers: `batches/${path}/answers`, extend: `batches/${path}/extend`, stop: `runs/nothing/stop` };
      const before = JSON.stringify([(await send('runs')).body, (await send('waiting')).body]);

      const answer = await send(
        name in at ? at[name as keyof typeof at] : 'runs',
        withJunk(runBodies(batch)[name], pick, raw),
      );

      const lists = [await send('runs'), await send('waiting')];
      expect([answer.status < 500, ...lists.map(({ status }) => status), problems]).toEqual([true, 200, 200, []]);
      if (answer.status >= 400) {
        expect(typeof answer.body.error?.code).toBe('string');
        expect(JSON.stringify(lists.map(({ body }) => body))).toBe(before);
      }
      // What was taken for an answer is one that the run can use.
      if (name === 'answers' && answer.body.batch?.state === 'answered')
        await expect.poll(state).toMatchObject({ type: 'ended', outcome: 'completed' });
      expect(membersOf()).toBe(members);
    });
    await fc.assert(property, budget);
  });

  it('C315 a chat rejects or accepts them, and can be used afterwards', { timeout }, async () => {
    const members = membersOf();
    const kinds = ['said', 'answered', 'both'] as const;
    const property = fc.asyncProperty(fc.constantFrom(...kinds), fc.nat(), junk, async (kind, pick, raw) => {
      const problems: unknown[] = [];
      const options = {
        ...{ agent: askingAgent(), authorize: () => 'ada', store: memoryRunStore(), takeOverAfter: 0 },
        onProblem: (problem: unknown) => void problems.push(problem),
      };
      const send = async (body: string) => {
        const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
        const answer = await inTime(handleChat(new Request('https://here.example/chat', init), options));
        return { status: answer.status, text: await inTime(answer.text()) };
      };
      const parts: Json = [
        { type: 'text', text: 'go' },
        { type: 'file', url: 'data:image/png;base64,AAAA', mediaType: 'image/png', filename: 'a.png' },
      ];
      const said: Json = { id: 'u1', role: 'user', parts, metadata: { a: 1 } };
      const first = { id: 'chat1', trigger: 'submit-message', messages: [said] };
      const asked = kind === 'said' ? '' : (await send(JSON.stringify(first))).text;
      const approval = { id: /"approvalId":"([^"]+)"/.exec(asked)?.[1] ?? '', approved: true, reason: 'Fine.' };
      const own: Json = [
        {
          type: 'tool-delete_file',
          toolCallId: 'delete_file',
          state: 'approval-responded',
          input: { path: 'a' },
          approval,
        },
        {
          type: 'tool-pick_colour',
          toolCallId: 'pick_colour',
          state: 'output-available',
          input: {},
          output: { hex: 1 },
        },
      ];
      const answered: Json = { id: 'a1', role: 'assistant', parts: own };
      const messages = { said: [said], answered: [answered], both: [answered, { ...said, id: 'u2' }] }[kind];

      const answer = await send(withJunk({ ...first, messages }, pick, raw));

      expect([answer.status < 500, problems]).toEqual([true, []]);
      const next = await send(JSON.stringify({ ...first, id: 'chat2' }));
      expect([next.status, problems, membersOf() === members]).toEqual([200, [], true]);
    });
    await fc.assert(property, budget);
  });
});
