import type { UIMessage } from 'ai';
import { createConversation, isToolPart, type RunEvent, tool } from 'countersign/core';
import type { ScriptedTurn } from 'countersign/testing';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { createEventApplier, pacedFrames } from '../../src/conversation/event-applier.js';
import { agentWith } from '../conformance/support.js';

// Where there are no frames, each lasts 16 ms.

/** A part in a word or two. */
function inShort(part: UIMessage['parts'][number]): string {
  if (isToolPart(part)) return `${part.type === 'dynamic-tool' ? part.toolName : part.type.slice(5)}: ${part.state}`;
  return part.type === 'text' ? part.text : part.type;
}

describe('a page with any throttle', () => {
  const done = (): string => 'done';

  async function talk(turns: readonly ScriptedTurn[], execute: () => unknown = done) {
    const tools = { act: tool({ inputSchema: z.object({}), requiresApproval: true, execute }) };
    const { agent } = agentWith(tools, turns);
    // Nothing that waits for it is shown while a test lasts.
    const conversation = createConversation(() => ({ agent, throttle: 300_000 }));
    onTestFinished(conversation.dispose);
    conversation.start('First');
    const state = () => conversation.store.getState();
    return { conversation, state, texts: () => state().messages.flatMap(({ parts }) => parts.map(inShort)) };
  }

  it('C300 shows messages of people at once, also right after an answer', async () => {
    const { conversation, state, texts } = await talk([
      { text: 'One.', after: 60 },
      { text: 'Two.', after: 300_000 },
    ]);
    await vi.waitFor(() => expect(state().outcome).toMatchObject({ output: 'One.' }));

    conversation.start('Second');

    await vi.waitFor(() => expect(texts()).toContain('Second'));
    expect(state().status).toBe('running');
  });

  it('C300 shows pending calls, their ends, and the end of the run at once', async () => {
    let finish = (): void => {};
    const work = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const { conversation, state, texts } = await talk([{ calls: [{ toolName: 'act' }] }, 'Done.'], () => work);
    await vi.waitFor(() => expect(state().pending).toHaveLength(1));
    await vi.waitFor(() => expect(texts()).toContain('act: approval-requested'));

    await conversation.decideAll(true);
    await vi.waitFor(() => expect(texts()).toContain('act: approval-responded'));
    finish();

    await vi.waitFor(() => expect(state().outcome).toMatchObject({ output: 'Done.' }));
    expect(texts()).toEqual(expect.arrayContaining(['act: output-available', 'Done.']));
  });

  it('C300 shows a stop at once', async () => {
    const { conversation, state, texts } = await talk([{ text: 'One.', after: 300_000 }]);
    await vi.waitFor(() => expect(texts()).toContain('First'));

    conversation.stop('Enough');

    await vi.waitFor(() => expect(state().outcome).toMatchObject({ type: 'aborted' }));
    expect(state().status).toBe('idle');
  });
});

function applier(throttle: () => number | undefined) {
  const applied: (readonly [at: number, events: number])[] = [];
  const start = performance.now();
  const { add, flush } = createEventApplier((events) => {
    applied.push([performance.now() - start, events.length]);
  }, pacedFrames(throttle));
  return { applied, flush, add: (type = 'text-delta') => add({ type } as RunEvent) }; // what else they are does not matter here
}

describe('streaming text', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
  afterEach(() => void vi.useRealTimers());

  it('C300 is shown with each frame, unless the app sets an interval', async () => {
    const { applied, add } = applier(() => undefined);

    for (let piece = 0; piece < 8; piece++) {
      add();
      await vi.advanceTimersByTimeAsync(8);
    }

    expect(applied).toEqual([
      [16, 2],
      [32, 2],
      [48, 2],
      [64, 2],
    ]);
  });

  it('C300 is shown at the interval of the app, with all text received by then', async () => {
    const { applied, add } = applier(() => 50);

    for (let piece = 0; piece < 20; piece++) {
      add();
      await vi.advanceTimersByTimeAsync(8);
    }
    await vi.advanceTimersByTimeAsync(200);

    const times = applied.map(([at]) => at);
    expect(times[0]).toBe(16);
    for (const [index, at] of times.slice(1).entries()) expect(at - (times[index] ?? 0)).toBeGreaterThanOrEqual(50);
    expect(applied.reduce((sum, [, events]) => sum + events, 0)).toBe(20);
    expect(applied.length).toBeLessThan(6);
  });

  it('C300 is not delayed after a pause', async () => {
    const { applied, add } = applier(() => 50);
    add();
    await vi.advanceTimersByTimeAsync(500);

    add();
    await vi.advanceTimersByTimeAsync(16);

    expect(applied).toEqual([
      [16, 1],
      [516, 1],
    ]);
  });

  it('C300 is shown at once with an update that must not wait, and once', async () => {
    const { applied, add, flush } = applier(() => 50);
    add();
    await vi.advanceTimersByTimeAsync(16);
    add();
    await vi.advanceTimersByTimeAsync(20);

    flush();
    await vi.advanceTimersByTimeAsync(200);

    expect(applied).toEqual([
      [16, 1],
      [36, 1],
    ]);
  });

  it.each([Number.NaN, -50, 0, Number.NEGATIVE_INFINITY])(
    'C300 is not delayed by a throttle of %s',
    async (throttle) => {
      const { applied, add } = applier(() => throttle);

      for (let piece = 0; piece < 4; piece++) {
        add();
        await vi.advanceTimersByTimeAsync(16);
      }

      expect(applied.map(([at]) => at)).toEqual([16, 32, 48, 64]);
    },
  );

  it('C300 is shown early with an action of a person, and once', async () => {
    const { applied, add, flush } = applier(() => 500);
    add();
    await vi.advanceTimersByTimeAsync(16);
    add();
    await vi.advanceTimersByTimeAsync(50);
    expect(applied).toEqual([[16, 1]]);

    add('answer');
    add();
    await vi.advanceTimersByTimeAsync(16);
    expect(applied).toEqual([
      [16, 1],
      [82, 3],
    ]);

    flush();
    await vi.advanceTimersByTimeAsync(1000);
    expect(applied.reduce((sum, [, events]) => sum + events, 0)).toBe(4);
  });
});
