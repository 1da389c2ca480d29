import type { AgentRun } from 'countersign/core';
import { scriptedModel } from 'countersign/testing';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { eventsOf } from '../../conformance/support.js';
import { leavePage, openPage, SlowNetwork } from '../../setup/slow-network.js';

let network: SlowNetwork;
beforeEach(() => {
  network = new SlowNetwork();
});
afterEach(async () => await leavePage(network));

type Core = Awaited<ReturnType<typeof openPage>>;

const path = z.object({ path: z.string() });

/** Runs that need a part in their middle, by the name of its file. */
const runs: Readonly<Record<string, (core: Core) => AgentRun<unknown>>> = {
  'output-tools': ({ createAgent, outputTool }) =>
    createAgent({ model: scriptedModel(['x']), output: outputTool(path) }).run('go'),
  'output-calls': ({ createAgent, outputTool }) => {
    const model = scriptedModel([{ calls: [{ toolName: 'final_result', input: { path: 'a' } }] }]);
    return createAgent({ model, output: outputTool(path) }).run('go');
  },
  'check-output': ({ createAgent, promptedOutput }) =>
    createAgent({ model: scriptedModel(['{"path":"a"}']), output: promptedOutput(path) }).run('go'),
  'convert-files': ({ createAgent }) =>
    createAgent({ model: scriptedModel(['x']) }).run([
      { type: 'text', text: 'See' },
      { type: 'file', data: 'iVBORw0KGgo=', mediaType: 'image/png' },
    ]),
  'watch-inputs': ({ createAgent, tool }) => {
    const act = tool({ inputSchema: path, onInputStart: () => {}, execute: () => 'x' });
    return createAgent({ model: scriptedModel(['x']), tools: { act } }).run('go');
  },
  'http-client': ({ createRemoteAgent, httpTransport }) =>
    createRemoteAgent({ transport: httpTransport({ api: 'http://localhost:1/' }), server: 'ai-sdk' }).run('go'),
  'ag-ui-client': ({ createRemoteAgent, agUiTransport }) =>
    createRemoteAgent({ transport: agUiTransport({ url: 'http://localhost:1/' }), server: 'pydantic-ai' }).run('go'),
  'relay-run': ({ createRemoteAgent, runServerTransport }) =>
    createRemoteAgent({ transport: runServerTransport({ url: 'http://localhost:1/', agent: 'a' }) }).run('go'),
};

describe('a run behind a port, where what says how it was cut short does not come', () => {
  async function unreached() {
    const { connectAgent } = await openPage(network);
    const agent = connectAgent(new MessageChannel().port1);
    onTestFinished(() => agent.disconnect());
    return { agent, run: agent.run('go') };
  }

  it('C298 is stopped all the same, with what it was to say', async () => {
    network.hold('cut-short');
    const { run } = await unreached();

    run.abort('Not now');

    const said = [{ role: 'user', content: 'go' }];
    expect(await run.outcome).toMatchObject({ type: 'aborted', reason: 'Not now', messages: said, newMessages: said });
    expect(await eventsOf(run)).toMatchObject([
      { type: 'run-start', seq: 0, prompt: said },
      { type: 'run-end', seq: 1, outcome: 'aborted', reason: 'Not now' },
    ]);
  });

  it('C298 fails where its agent is lost, says why, and keeps what it was to say', async () => {
    network.break('cut-short');
    const { agent, run } = await unreached();

    agent.disconnect();

    const prompt = [{ role: 'user', content: 'go' }];
    expect(await run.outcome).toMatchObject({ type: 'failed', error: { code: 'part-not-loaded' }, prompt });
    expect(await eventsOf(run)).toMatchObject([
      { type: 'run-start', prompt },
      { type: 'run-end', outcome: 'failed', prompt },
    ]);
  });
});

describe('an agent behind a port that has loaded nothing', () => {
  async function served() {
    const { connectAgent, createAgent, serveAgent } = await openPage(network);
    const { port1, port2 } = new MessageChannel();
    const model = scriptedModel(['Hello.', 'Hello.']);
    onTestFinished(serveAgent(port2, createAgent({ model })));
    const agent = connectAgent(port1);
    onTestFinished(() => agent.disconnect());
    return { agent, model };
  }

  it('C298 says why its run fails, and runs at the next try', async () => {
    network.break('run-agent');
    const { agent, model } = await served();

    const prompt = [{ role: 'user', content: 'go' }];
    expect(await agent.run('go').outcome).toMatchObject({ type: 'failed', error: { code: 'part-not-loaded' }, prompt });
    expect(model.requests).toEqual([]);
    network.bring('run-agent');

    expect(await agent.run('go').outcome).toMatchObject({ type: 'completed', output: 'Hello.' });
  });

  it('C298 is stopped while its code is on its way', async () => {
    network.hold('run-agent');
    const { agent, model } = await served();
    const run = agent.run('go');
    await vi.waitFor(() => expect(network.asked).toContain('run-agent'));

    run.abort('Not now');

    expect(await run.outcome).toMatchObject({ type: 'aborted', reason: 'Not now' });
    expect(model.requests).toEqual([]);
  });
});

describe('a way to a server whose code never comes', () => {
  it('C298 sends nothing once it is stopped, for whoever uses it', async () => {
    network.hold('http-client');
    const { httpTransport } = await openPage(network);
    const stop = new AbortController();
    const sent = httpTransport({ api: 'http://localhost:1/' }).sendMessages({
      trigger: 'submit-message',
      chatId: 'c',
      messageId: undefined,
      messages: [],
      abortSignal: stop.signal,
    });
    await vi.waitFor(() => expect(network.asked).toContain('http-client'));

    stop.abort();

    await expect(sent).rejects.toMatchObject({
      code: 'remote-refused',
      message: expect.stringContaining('Nothing was sent'),
    });
  });
});

describe.each(Object.keys(runs))('a run that needs %s in its middle', (part) => {
  it('C298 is stopped at once where that never comes', async () => {
    network.hold(part);
    const core = await openPage(network);
    const run = runs[part]?.(core);
    await vi.waitFor(() => expect(network.asked).toContain(part));

    run?.abort('Not now');

    expect(await run?.outcome).toMatchObject({ type: 'aborted', reason: 'Not now' });
  });

  it('C298 fails where that does not come, says why, and keeps what it was to say', async () => {
    network.break(part);
    const core = await openPage(network);

    const outcome = await runs[part]?.(core)?.outcome;

    expect(outcome?.type).toBe('failed');
    const { error, messages, prompt = [] } = outcome?.type === 'failed' ? outcome : ({ messages: [] } as never);
    expect(['part-not-loaded', 'remote-refused']).toContain(error.code);
    expect(error.message).toMatch(/could not be loaded \(.*\).*Reload it/);
    expect(JSON.stringify([...messages, ...prompt])).toMatch(/go|See/);
  });
});
