import { type AgentOptions, tool } from 'countersign/core';
import { scriptedModel } from 'countersign/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createScope } from '../../../src/agent/launch/create-scope.js';
import { runAgent } from '../../../src/agent/loop/run-agent.js';
import { toConfig } from '../../../src/agent/to-config.js';

const inputSchema = z.object({});
const call = { calls: [{ toolName: 'work' }] };

/** Runs only the loop, without the code that drives a run. */
function loop(execute: () => unknown, options: Partial<AgentOptions> = {}) {
  const model = scriptedModel([call, 'Done.']);
  const config = toConfig({ model, tools: { work: tool({ inputSchema, execute }) }, ...options });
  const stop = new AbortController();
  const scope = createScope(config, { input: 'go', options: {}, stop: stop.signal });
  return { model, stop, events: runAgent({ ...scope, outerMemory: undefined }) };
}

/** Reads events until one of a type, or the end. Returns the type of the last one. */
async function takeUntil(events: ReturnType<typeof runAgent>, type: string): Promise<string> {
  for (let told = await events.next(); told.done !== true; told = await events.next()) {
    if (told.value.type === type) return type;
  }
  return 'end of the loop';
}

describe('the loop', () => {
  it('yields an event while the step that told of it still works', async () => {
    let finish: (value: string) => void = () => {};
    const { events } = loop(() => new Promise<string>((resolve) => (finish = resolve)));

    expect(await takeUntil(events, 'tool-start')).toBe('tool-start');
    finish('worked');

    expect(await takeUntil(events, 'tool-end')).toBe('tool-end');
  });

  it('yields what a step told before it failed, then ends', async () => {
    const { events } = loop(() => Promise.reject(new Error('broke')), { toolErrors: 'throw' });

    await takeUntil(events, 'tool-start');
    await takeUntil(events, 'tool-end');
    await takeUntil(events, 'step-end');

    expect(await events.next()).toMatchObject({ done: true, value: { type: 'failed' } });
  });

  it('begins no other step once it is closed', async () => {
    const { events, model } = loop(() => 'worked');
    await takeUntil(events, 'tool-end');

    await events.return({ type: 'aborted' });

    expect(await events.next()).toEqual({ done: true, value: undefined });
    expect(model.requests).toHaveLength(1);
  });

  it('watches its signal with one listener, and with none once it is over', async () => {
    const { events, stop } = loop(() => 'worked');
    let added = 0;
    let open = 0;
    const { addEventListener, removeEventListener } = stop.signal;
    stop.signal.addEventListener = (...args: Parameters<typeof addEventListener>) => {
      added += 1;
      open += 1;
      addEventListener.apply(stop.signal, args);
    };
    stop.signal.removeEventListener = (...args: Parameters<typeof removeEventListener>) => {
      open -= 1;
      removeEventListener.apply(stop.signal, args);
    };

    for (let told = await events.next(); told.done !== true; told = await events.next());

    expect({ added, open }).toEqual({ added: 1, open: 0 });
  });
});
