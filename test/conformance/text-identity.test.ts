import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { agentTool, createAgent, createRemoteAgent, httpTransport, type RunEvent, tool } from 'countersign/core';
import { scriptedModel } from 'countersign/testing';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { feedFormat } from '../../src/feed/feed-format.js';
import { exportRunEvents, parseRunEvents } from '../../src/feed/run-event-lines.js';
import { seamOf } from '../../src/persistence/plugin/read-log-parts.js';
import type { EventEntry } from '../../src/persistence/runs/event-log.js';
import { createLogWriter } from '../../src/persistence/runs/log-writer.js';
import { textKeyOf } from '../../src/protocol/base/event-keys.js';
import { EmittedTexts } from '../../src/remote/run-protocol/emitted-texts.js';
import { defaultStrings } from '../../src/words/strings.js';
import { feedRows } from '../feed/feed-rows.js';
import { finish, finishStep, start, startStep } from '../support/ui-chunks.js';
import { eventsOf, ofType } from './support.js';

type Part = LanguageModelV4StreamPart;

const over: Part = {
  type: 'finish',
  finishReason: { unified: 'stop', raw: 'stop' },
  usage: {
    inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: 1, text: 1, reasoning: undefined },
  },
};

/** A model whose responses the test writes, one writer for each request. */
function writtenModel() {
  const writers: WritableStreamDefaultWriter<Part>[] = [];
  const model: LanguageModelV4 = {
    specificationVersion: 'v4',
    provider: 'test',
    modelId: 'written',
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error('It only streams.')),
    doStream: async () => {
      const { readable, writable } = new TransformStream<Part, Part>(undefined, { highWaterMark: 100 });
      const writer = writable.getWriter();
      writers.push(writer);
      return { stream: readable };
    },
  };
  return { model, writers };
}

const inputSchema = z.object({});

/**
 * Two calls of one sub-agent run side by side. The first ends while the second is in the middle of a text with the same
 * id.
 */
async function parallelRun(): Promise<readonly RunEvent[]> {
  const { model, writers } = writtenModel();
  const helper = createAgent({ name: 'helper', model });
  const help = agentTool(helper, { description: 'Helps', inputSchema, prompt: () => 'go' });
  const turns = [{ calls: [{ toolName: 'help' }, { toolName: 'help' }] }, 'Done.'];
  const run = createAgent({ name: 'lead', model: scriptedModel(turns), tools: { help } }).run('go');
  const events: RunEvent[] = [];
  const reading = (async () => {
    for await (const event of run) events.push(event);
  })();
  await vi.waitFor(() => expect(writers).toHaveLength(2), { interval: 1 });
  const write = async (index: number, part: Part): Promise<void> => {
    const before = events.length;
    await writers[index]?.write(part);
    await vi.waitFor(() => expect(events.length).toBeGreaterThan(before), { interval: 1 });
  };
  const say = (index: number, delta: string) => write(index, { type: 'text-delta', id: '0', delta });
  await write(0, { type: 'text-start', id: '0' });
  await say(0, 'alpha ');
  await write(1, { type: 'text-start', id: '0' });
  await say(1, 'beta ');
  await say(0, 'one');
  await say(1, 'two ');
  await write(0, { type: 'text-end', id: '0' });
  await writers[0]?.write(over);
  await writers[0]?.close();
  await vi.waitFor(() => expect(ofType(events, 'tool-end')).toHaveLength(1), { interval: 1 });
  await say(1, 'three');
  await write(1, { type: 'text-end', id: '0' });
  await writers[1]?.write(over);
  await writers[1]?.close();
  await reading;
  return events;
}

const parts = (steps: readonly (readonly Part[])[]): LanguageModelV4 => {
  let step = 0;
  return {
    ...writtenModel().model,
    doStream: async () => {
      const list = steps[step++] ?? [];
      const stream = new ReadableStream<Part>({
        start(controller) {
          for (const part of list) controller.enqueue(part);
          controller.close();
        },
      });
      return { stream };
    },
  };
};

const started = (type: 'text' | 'reasoning', id: string): Part => ({ type: `${type}-start`, id });
const grown = (type: 'text' | 'reasoning', id: string, delta: string): Part => ({ type: `${type}-delta`, id, delta });
const ended = (type: 'text' | 'reasoning', id: string): Part => ({ type: `${type}-end`, id });

/** Each step has a text and a reasoning with the id 0, which grow in turn. */
async function sameIdRun(): Promise<readonly RunEvent[]> {
  const step = (word: string): readonly Part[] => [
    started('reasoning', '0'),
    grown('reasoning', '0', `${word} think `),
    started('text', '0'),
    grown('text', '0', `${word} say `),
    grown('reasoning', '0', 'more'),
    grown('text', '0', 'more'),
    ended('reasoning', '0'),
    ended('text', '0'),
  ];
  const call: Part = { type: 'tool-call', toolCallId: 'c', toolName: 'act', input: '{}' };
  const model = parts([
    [...step('first'), call, over],
    [...step('second'), over],
  ]);
  const act = tool({ inputSchema, execute: () => 'did' });
  return await eventsOf(createAgent({ name: 'lead', model, tools: { act } }).run('go'));
}

const runs = [
  ['two calls of one sub-agent in parallel', parallelRun, ['alpha one', 'beta two three', 'Done.']],
  [
    'text and reasoning with one id, in two steps',
    sameIdRun,
    ['first think more', 'first say more', 'second think more', 'second say more'],
  ],
] as const;

const isText = ({ type }: RunEvent): boolean => /^(?:text|reasoning)-/.test(type);

/** The texts of events: those between the start and the end of each key. */
function textsIn(events: readonly RunEvent[]): string[] {
  const texts: { key: string | undefined; text: string }[] = [];
  for (const event of events.filter(isText)) {
    const key = textKeyOf(event);
    if (event.type.endsWith('-start')) texts.push({ key, text: '' });
    const last = texts.findLast((each) => each.key === key);
    if ('delta' in event && last !== undefined) last.text += event.delta;
  }
  return texts.map(({ text }) => text).filter((text) => text !== '');
}

const strings = {
  feed: { ...defaultStrings.feed, text: 'writes', reasoning: 'writes' },
  calls: defaultStrings.card,
  format: feedFormat('en'),
};

describe.each(runs)('%s', (_, makeRun, texts) => {
  const sorted = [...texts].sort();

  it('C405 stay separate when events are exported and parsed', async () => {
    const events = await makeRun();

    const read = parseRunEvents(exportRunEvents(events));

    expect(read).toEqual(JSON.parse(JSON.stringify(events)));
    expect(textsIn(read).sort()).toEqual(sorted);
  });

  it('C405 stay separate in the log of a storage', async () => {
    const events = await makeRun();
    const kept: EventEntry[] = [];
    const log = createLogWriter(async () => async (entries) => void kept.push(...entries), { report: () => {} });

    for (const event of events) log.told(event.runId, event);
    await log.flush();

    expect(textsIn(kept.map(({ event }) => event)).sort()).toEqual(sorted);
    expect(kept.at(-1)?.event.type).toBe('run-end');
  });

  it('C405 stay separate when a server sends them a second time', async () => {
    const events = await makeRun();
    const told = new EmittedTexts();

    const heard = events.flatMap((event) => [told.take(event), 'delta' in event ? told.take(event) : undefined]);

    expect(textsIn(heard.filter((event) => event !== undefined)).sort()).toEqual(sorted);
  });

  it('C405 stay separate in the feed, also if their labels are equal', async () => {
    const rows = feedRows(await makeRun(), strings);

    expect(rows.flatMap(({ words, detail }) => (words === 'writes' ? [detail] : [])).sort()).toEqual(sorted);
  });

  it('C405 are not cut where a page joins its events to the log', async () => {
    const events = await makeRun();

    for (let from = 0; from < events.length; from++) {
      const held = events.slice(from);
      const seam = seamOf(held);
      const before = seam < 0 ? events : events.slice(0, from + seam);
      const after = seam < 0 ? [] : held.slice(seam);
      expect([...textsIn(before), ...textsIn(after)].sort()).toEqual(sorted);
    }
  });
});

describe('sub-agents that run in parallel', () => {
  it('C406 have their outer calls in their events, and their lines in the feed are there', async () => {
    const events = await parallelRun();

    const calls = ofType(events, 'tool-start').map(({ toolCallId }) => [toolCallId]);
    const inner = events.filter(({ agentPath }) => agentPath.length === 2);
    expect([...new Set(inner.map(({ callPath }) => JSON.stringify(callPath)))]).toEqual(
      calls.map((path) => JSON.stringify(path)),
    );
    expect(events.filter((event) => event.agentPath.length === 1 && event.callPath !== undefined)).toEqual([]);
    const rows = feedRows(events, strings);
    const callRowOf = (detail: string): string | undefined => {
      let row = rows.find((each) => each.detail === detail);
      while (row !== undefined && row.topic !== 'tools') row = row.parent === undefined ? undefined : rows[row.parent];
      const first = row?.events.at(0);
      return first !== undefined && 'toolCallId' in first ? first.toolCallId : undefined;
    };
    expect([[callRowOf('alpha one')], [callRowOf('beta two three')]]).toEqual(calls);
  });

  it('C406 end without ending the log of the outer run', async () => {
    const events = await parallelRun();
    const appends: (readonly EventEntry[])[] = [];
    const log = createLogWriter(async () => async (entries) => void appends.push(entries), { report: () => {} });
    const innerEnd = events.findIndex((event) => event.type === 'run-end');

    for (const event of events.slice(0, innerEnd + 1)) log.told(event.runId, event);
    await Promise.resolve();

    // The end of a run is written at once, and all else within a moment.
    expect(appends).toEqual([]);
    await log.flush();
  });

  it('C408 have their secrets hidden in the export, each in its own text, and the export can be parsed', async () => {
    const events = await parallelRun();
    const secret = 'sk-live_4eC39HqLyjWDarjtT1zdp7dc';
    const [first, second] = [secret.slice(0, 12), secret.slice(12)];
    const leaking = events.map((event) => {
      if (event.type !== 'text-delta') return event;
      const delta = { 'beta ': first, 'two ': second }[event.delta];
      return delta === undefined ? event : { ...event, delta };
    });

    const text = exportRunEvents(leaking);

    expect(text).not.toContain(first);
    expect(text).not.toContain(second);
    expect(textsIn(parseRunEvents(text))).toContain('alpha one');
  });
});

describe('the texts of a server', () => {
  it('C407 stay separate if one id looks like a second use of another', async () => {
    const write = (id: string, delta: string): object => ({ type: 'text-delta', id, delta });
    const body = [
      start,
      startStep,
      { type: 'text-start', id: 'a~2' },
      write('a~2', 'two '),
      { type: 'text-start', id: 'a' },
      write('a', 'three '),
      { type: 'reasoning-start', id: 'a' },
      { type: 'reasoning-delta', id: 'a', delta: 'four' },
      write('a~2', 'more'),
      write('a', 'more'),
      { type: 'reasoning-end', id: 'a' },
      { type: 'text-end', id: 'a' },
      { type: 'text-end', id: 'a~2' },
      { type: 'text-start', id: 'a' },
      write('a', 'one'),
      { type: 'text-end', id: 'a' },
      finishStep,
      finish,
    ];
    const lines = `${body.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('')}data: [DONE]\n\n`;
    const fetch = async () => new Response(lines, { headers: { 'content-type': 'text/event-stream' } });

    const run = createRemoteAgent({ transport: httpTransport({ api: 'https://a.test', fetch }) }).run('go');

    expect(textsIn(await eventsOf(run))).toEqual(['two more', 'three more', 'four', 'one']);
  });
});
