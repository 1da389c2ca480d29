import { memoryRunStore, type RunStore } from 'countersign/server';
import { expect, it } from 'vitest';
import { filesAgent, startRunServer } from './run-server.js';

const deletion = { calls: [{ toolName: 'delete_file', input: { path: '.env' } }] };

it.each<[string, object]>([
  ['an object', { input: { toString: null } }],
  ['a number', { input: 5 }],
  ['a list of numbers', { input: [1, 2] }],
  ['a part without its text', { input: [{ type: 'text' }] }],
  ['a message without content', { input: [{ role: 'user' }] }],
  ['a message with odd content', { input: [{ role: 'user', content: { toString: null } }] }],
  ['an odd role', { input: [{ role: { toString: null }, content: 'x' }] }],
  ['a history with odd content', { input: 'go', messages: [{ role: 'user', content: 5 }] }],
  ['a history with odd calls', { input: 'go', messages: [{ role: 'assistant', content: [{ type: 'tool-call' }] }] }],
  ['a run key with NUL', { input: 'go', key: 'a\0b' }],
  ['a run key with an unpaired surrogate', { input: 'go', key: 'a\ud800b' }],
])('C315 a run with %s is refused with 400, and none is kept', async (_, more) => {
  const { agent } = filesAgent(['Done.']);
  const ada = (await startRunServer(agent)).as('ada');

  const refused = await ada.post('/runs', { agent: 'files', ...more });

  expect([refused.status, refused.body.error.code]).toEqual([400, 'malformed-request']);
  expect((await ada.ask('/runs')).body.runs).toEqual([]);
});

it('C313 a person who may answer one of several batches of a run sees only that one', async () => {
  const { agent } = filesAgent([deletion, deletion]);
  const inner = memoryRunStore({ agents: { files: agent } });
  // As when two sub-agents have pending batches at the same time.
  const all = async () => [
    ...(await inner.openBatches({ runId: server.idOf('r1') })),
    ...(await inner.openBatches({ runId: server.idOf('r2') })),
  ];
  const store: RunStore = new Proxy(inner, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name, target);
      return name === 'openBatches' ? all : typeof member === 'function' ? member.bind(target) : member;
    },
  });
  const server: Awaited<ReturnType<typeof startRunServer>> = await startRunServer(agent, {
    store,
    authorize: ({ id }, batch) => id === 'bob' && batch.runId === server.idOf('r2'),
  });
  const [eve, bob] = [server.as('eve'), server.as('bob')];
  for (const runId of ['r1', 'r2']) {
    await eve.start('Clear it', runId);
    await expect.poll(() => eve.state(runId)).toBe('waiting');
  }

  const seen = async (client: typeof eve) =>
    (await client.ask('/runs/r1')).body.batches.map(({ runId }: { readonly runId: string }) => runId);

  expect(await seen(bob)).toEqual([server.idOf('r2')]);
  expect(await seen(eve)).toEqual([server.idOf('r1'), server.idOf('r2')]);
});
