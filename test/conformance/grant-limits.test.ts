import { createBroker, createGrants, type Remember } from 'countersign/core';
import { createVirtualClock } from 'countersign/testing';
import { describe, expect, it } from 'vitest';
import { grantRequest, policyCall } from '../approval/grants/calls.js';
import { always, play, publishing, textStorage, toolForSession } from './grant-support.js';

describe('a remembered approval', () => {
  it.each<[string, Remember['scope']]>([
    ['to every call of a tool', 'tool'],
    ['to an input', 'input'],
    ['by a function', { name: 'all', predicate: () => true }],
  ])('C115 %s does not approve what a call requests while it runs', async (_, scope) => {
    const grants = createGrants();
    const calls = [{ secret: true }, { secret: true }];
    const { agent, done } = publishing({ calls });

    const { asked, outcome } = await play(agent, grants, { scope, for: 'session' });

    expect(outcome.type).toBe('completed');
    // The first call is asked about, then for more; the second one for more only.
    expect(asked).toEqual([['net.egress:cdn.example'], ['secrets.access'], ['secrets.access']]);
    expect(done).toEqual(['with secrets', 'with secrets']);
  });

  it('C115 that was given for such a request approves the next one', async () => {
    const grants = createGrants();
    const { agent, done } = publishing({ calls: [{ secret: true }, { secret: true }] });
    const call = { ...policyCall({ toolName: 'publish', agentPath: ['agent'], capabilities: ['secrets.access'] }) };
    const declared = ['net.egress:cdn.example'];
    await grants.add(grantRequest({ remember: toolForSession, call: { ...call, declared, toolCallId: 'c' } }));

    const { asked } = await play(agent, grants);

    expect(asked).toEqual([]);
    expect(done).toEqual(['with secrets', 'with secrets']);
  });

  it.each<[string, Remember['scope']]>([
    ['by tool', 'tool'],
    ['by a function', { name: 'all', predicate: () => true }],
  ])('C115 %s does not answer a pending request for more when it is given to another call', async (_, scope) => {
    const clock = createVirtualClock();
    const grants = createGrants({ now: clock.environment.now });
    const broker = createBroker({ ...clock.environment, grants });
    const { agent } = publishing({ calls: [{ secret: true }] });
    const run = agent.run('go', { ask: broker.request });
    const open = () => broker.pending.flatMap(({ items }) => items.map(({ id, call }) => [id, call.asksFor] as const));
    while (open().length === 0) await clock.settle();
    await broker.respond(open()[0]?.[0] ?? '', true);
    while (open()[0]?.[1] === undefined) await clock.settle();

    const call = policyCall({ toolName: 'publish', agentPath: ['agent'], capabilities: ['net.egress:cdn.example'] });
    await grants.add(grantRequest({ remember: { scope, for: 'session' }, call: { ...call, toolCallId: 'c' } }));
    for (let i = 0; i < 20; i++) await clock.settle();

    expect(open().map(([, asksFor]) => asksFor)).toEqual([['secrets.access']]);
    run.abort();
  });

  it('C115 to every call of a tool does not approve a call with an access that was unknown then', async () => {
    const grants = createGrants();
    await grants.add(grantRequest({ remember: toolForSession }));
    const find = async (...capabilities: string[]) => (await grants.find(policyCall({ capabilities })))?.effect;

    const none = createGrants();
    await none.add(
      grantRequest({
        remember: toolForSession,
        call: { ...policyCall({ capabilities: [] }), declared: [], toolCallId: 'c' },
      }),
    );

    expect((await none.find(policyCall({ capabilities: [] })))?.effect).toBe('allow');
    expect(await none.find(policyCall({ capabilities: ['secrets.access'] }))).toBeUndefined();
    expect(await find('fs.write:/elsewhere/b.md')).toBe('allow');
    expect(await find('fs.write:/a', 'secrets.access')).toBeUndefined();
    expect(await find('unknown')).toBeUndefined();
    await grants.add(grantRequest({ effect: 'deny', remember: toolForSession }));
    expect(await find('secrets.access')).toBe('deny');
  });

  it('C115 keeps the known accesses over a reload, and reads no others from a storage', async () => {
    const storage = textStorage();
    const before = createGrants({ storage });
    await before.add(grantRequest({ remember: always }));
    await before.ready;
    const after = createGrants({ storage });

    expect((await after.find(policyCall()))?.effect).toBe('allow');
    expect(await after.find(policyCall({ capabilities: ['secrets.access'] }))).toBeUndefined();

    const [grant] = after.list();
    const odd = createGrants({
      storage: {
        load: () => [{ ...grant, scope: { ...grant?.scope, capabilities: 'secrets.access' } }],
        save: () => {},
      },
    });
    await odd.ready;
    expect(odd.problem).toMatchObject({ code: 'grants-not-loaded' });
  });
});
