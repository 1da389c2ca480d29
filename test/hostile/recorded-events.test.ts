import {
  allow,
  ask,
  block,
  buildResults,
  createAgent,
  createPolicy,
  decisionRecord,
  deny,
  explainPolicy,
  type JSONValue,
  type RunEvent,
  tool,
} from 'countersign/core';
import { controllableHandler, scriptedModel } from 'countersign/testing';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { feedFormat } from '../../src/feed/feed-format.js';
import { parseRunEvents, RunEventsError } from '../../src/feed/run-event-lines.js';
import type { RunEventBody } from '../../src/protocol/run-event.js';
import { eventProblem } from '../../src/protocol/run-event-shape.js';
import { defaultStrings } from '../../src/words/strings.js';
import { feedRows } from '../feed/feed-rows.js';
import { driveRuns } from '../properties/drive-run.js';
import { play, propertyRuns } from '../properties/property.js';
import { scenarios } from '../properties/scenario.js';
import { places, withAt } from './fuzz.js';

const policy = createPolicy({ rules: [deny('fs.write:/secret/**', 'Secrets stay.')] });
const words = {
  feed: defaultStrings.feed,
  calls: defaultStrings.card,
  format: feedFormat('en'),
};

/** The logs of conversations that really happened, in all the ways that the properties know. */
const logs: (readonly RunEvent[])[] = [];
beforeAll(async () => {
  for (const scenario of fc.sample(scenarios, { numRuns: 40, seed: 22 })) {
    await play(scenario, async (world) => {
      await driveRuns(world);
      for (const { events } of world.runs) logs.push(events);
    });
  }
  for (let count = 0; count < 30; count++) logs.push(await policyLog());
  expect(logs.length).toBeGreaterThan(60);
  const types = new Set(logs.flat().map(({ type }) => type));
  for (const type of ['tool-call', 'policy-decision', 'approval-requested', 'deferred-response', 'tool-start'] as const)
    expect(types).toContain(type);
}, 120_000);

/** What a policy has a hand in, and what only people with a clock bring about. */
async function policyLog(): Promise<readonly RunEvent[]> {
  const write = tool({
    inputSchema: z.object({ path: z.string(), token: z.string().optional() }),
    capabilities: ({ path }) => [`fs.write:${path}`],
    describe: ({ path }) => ({ title: `Write ${path}`, summary: 'A file.', risk: 'high', facts: ['one'] }),
    redact: () => ({ hide: [['path']] }),
    execute: () => 'ok',
  });
  const rules = [
    allow('fs.write:/a'),
    ask('fs.write:/b'),
    deny('fs.write:/c', 'No.'),
    block('fs.write:/d', 'Never.'),
    block({ tool: 'gone' }, 'Not here.'),
  ];
  const calls = ['/a', '/b', '/c', '/d', '/e'].map((path) => ({
    toolName: 'write',
    input: { path, token: 'hunter2' },
  }));
  const model = scriptedModel([{ calls }, 'Done.']);
  const run = createAgent({ model, tools: { write, gone: write }, policy: createPolicy({ rules }) }).run('go', {
    deferredToolHandler: (requests) =>
      buildResults(requests, {
        approvals: Object.fromEntries(
          requests.approvals.map(({ toolCallId }, at) => [
            toolCallId,
            at === 0
              ? { kind: 'tool-approved', overrideArgs: { path: '/a' }, note: 'Here.' }
              : { kind: 'tool-denied', message: 'No.' },
          ]),
        ),
      }),
  });
  const events: RunEvent[] = [];
  for await (const event of run) events.push(event);
  const asked = events.find((event) => event.type === 'approval-requested');
  if (asked?.type !== 'approval-requested') throw new Error('Nothing was asked.');
  const { batchId, call, runId, agentPath } = asked;
  const about = { batchId, toolCallId: call.toolCallId };
  const more: readonly RunEventBody[] = [
    { type: 'deadline', batchId, expiresAt: { [call.toolCallId]: 5 } },
    { type: 'extended', ...about, expiresAt: 6 },
    {
      ...{ type: 'extended', ...about, expiresAt: 7, movedAt: 1 },
      by: { type: 'people', people: [{ id: 'a1', name: 'Ann' }, { id: 'a2' }] },
    },
    { type: 'answer', ...about, answer: { kind: 'tool-denied', message: 'No.' }, by: { type: 'person', name: 'Ann' } },
    { type: 'late-answer', toolCallId: call.toolCallId, reason: 'answered' },
  ];
  const from = events.length;
  return [
    ...events,
    ...more.map((body, at) => ({ v: 1, seq: from + at, at: 1, runId, agentPath, ...body }) as RunEvent),
  ]; // as emitted
}

const deep = (levels: number): JSONValue => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`) as JSONValue;
/** Any JSON, with names that objects have anyway, and with more levels than any call may have. */
const anyJson = fc.oneof(
  { weight: 6, arbitrary: fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<JSONValue> },
  {
    weight: 2,
    arbitrary: fc.constantFrom<JSONValue[]>(null, '', '__proto__', 'constructor', 0, -1, 1e308, [], {}, [null], [[]]),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<JSONValue[]>(
      JSON.parse('{"__proto__":{"kind":"tool-approved"}}') as JSONValue,
      { kind: 'tool-approved', overrideArgs: null },
      { length: 3 },
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom(300, 1_500).map(deep) },
);

/** A real log in which some places hold something else. */
const mutated = fc
  .record({
    log: fc.nat(),
    changes: fc.array(fc.record({ event: fc.nat(), place: fc.nat(), other: fc.option(anyJson, { nil: undefined }) }), {
      minLength: 1,
      maxLength: 6,
    }),
  })
  .map(({ log, changes }) => {
    const events: unknown[] = structuredClone([...(logs[log % logs.length] ?? [])]);
    for (const { event, place, other } of changes) {
      const at = event % events.length;
      const all = places(events[at]);
      events[at] = withAt(events[at], all[place % all.length] ?? [], other) ?? null;
    }
    return events;
  });

/** What the readers make of it; they may say that it is wrong in one way only. */
async function read(events: readonly unknown[]): Promise<void> {
  const given = events as readonly RunEvent[]; // as far as the types know
  const record = await decisionRecord(given);
  const explained = await explainPolicy(policy, given);
  for (const result of [record, explained]) expect(JSON.parse(JSON.stringify(result))).toEqual(result);
  let parsed: readonly RunEvent[];
  try {
    parsed = parseRunEvents(events.map((event) => `${JSON.stringify(event)}\n`).join(''));
  } catch (error) {
    expect(error).toBeInstanceOf(RunEventsError);
    return;
  }
  feedRows(parsed, words);
}

describe('any content of a log', () => {
  it('C123 is read by all readers of logs, or rejected with an explanation: any JSON', async () => {
    await fc.assert(fc.asyncProperty(fc.array(anyJson, { maxLength: 6 }), read), propertyRuns(500, 22));
  });

  it('C123 is read by all readers of logs, or rejected with an explanation: mutated real logs', async () => {
    await fc.assert(fc.asyncProperty(mutated, read), propertyRuns(800, 22));
  });

  it('C123 is read by all readers of logs, or rejected with an explanation: valid names with invalid values', async () => {
    const names = [...new Set(logs.flat().flatMap((event) => Object.keys(event)))];
    const types = [...new Set(logs.flat().map(({ type }) => type))];
    const envelope = { v: 1, seq: 0, at: 1, runId: 'r', agentPath: ['a'] };
    const event = fc
      .tuple(fc.constantFrom(...types), fc.dictionary(fc.constantFrom(...names), anyJson, { noNullPrototype: true }))
      .map(([type, members]) => ({ ...members, ...envelope, type }));
    await fc.assert(fc.asyncProperty(fc.array(event, { maxLength: 8 }), read), propertyRuns(500, 22));
  });

  it('C123 is valid in real logs, whose events all count', async () => {
    for (const event of logs.flat()) expect(eventProblem(JSON.parse(JSON.stringify(event)))).toBeUndefined();
  });

  it.each([
    ['a version', (it: string) => `{"v":${it}}`],
    ['a type', (it: string) => `{"v":1,"seq":0,"at":1,"runId":"r","agentPath":["a"],"type":${it}}`],
  ])('C123 is rejected with an explanation if it is too deep to print: %s', (_, line) => {
    expect(() => parseRunEvents(line(`${'['.repeat(20_000)}${']'.repeat(20_000)}`))).toThrow(RunEventsError);
  });

  it('C123 is read even if it is deeper than a stack, in any place', async () => {
    const log = logs.at(-1) ?? [];

    for (const [at, event] of log.entries())
      for (const path of places(event)) {
        const events = log.with(at, withAt(event, path, deep(20_000)) as RunEvent); // as far as the types know

        await decisionRecord(events);
        await explainPolicy(policy, events);
      }
  });

  it('C123 is read where it is valid, beside invalid events', async () => {
    const [events = []] = logs.filter((log) => log.some(({ type }) => type === 'approval-requested'));
    const wrong = [null, 1, { type: 'answer' }, { type: 'deferred-response', results: {} }] as unknown as RunEvent[]; // on purpose
    const mixed = events.flatMap((event) => [...wrong, event]);

    expect(await decisionRecord(mixed)).toEqual(await decisionRecord(events));
    expect(await explainPolicy(policy, mixed)).toEqual(await explainPolicy(policy, events));
  });
});

describe('an object of the app', () => {
  it('C123 is not frozen: the facts of a tool', async () => {
    const facts = ['one'];
    const write = tool({
      inputSchema: z.object({}),
      requiresApproval: true,
      describe: () => ({ title: 'Write', facts }),
      execute: () => 'ok',
    });
    const people = controllableHandler();
    const model = scriptedModel([{ calls: [{ toolName: 'write', input: {} }] }, 'Done.']);
    const run = createAgent({ model, tools: { write } }).run('go', { deferredToolHandler: people.handler });

    const batch = await people.next();
    facts.push('two');
    batch.answer({ approveAll: true });
    await run.outcome;

    expect(batch.requests.approvals[0]?.facts).toEqual(['one']);
  });

  it('C123 is not frozen: the stored events', async () => {
    const isFrozen = (value: unknown): boolean =>
      typeof value === 'object' && value !== null && (Object.isFrozen(value) || Object.values(value).some(isFrozen));
    const events = structuredClone(logs.flat());

    await decisionRecord(events);
    await explainPolicy(policy, events);

    expect(events.filter(isFrozen)).toEqual([]);
  });
});
