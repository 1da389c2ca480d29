import { ask, connectInbox, createConversation, createPolicy } from 'countersign/core';
import { runLinks } from 'countersign/server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { filesAgent, startRunServer } from '../server/runs/run-server.js';

const deletion = { calls: [{ toolName: 'delete_file', input: { path: '.env' } }] };
const links = runLinks({ secret: 'a secret of the tests, which is long enough' });

/** The inbox of a person, without a user interface. */
function openInbox(url: string, name: string, more: { readonly link?: string; readonly maxQuestions?: number } = {}) {
  const headers = { authorization: `Bearer ${name}` };
  const inbox = connectInbox({ url, headers, interval: 10, ...more });
  const conversation = createConversation(() => ({ agent: inbox.agent }));
  onTestFinished(conversation.dispose);
  conversation.start('What waits for me?');
  const state = () => conversation.store.getState();
  const ids = () => state().pending.flatMap(({ items }) => items.map(({ call }) => call.toolCallId));
  return { inbox, conversation, ids, titles: () => state().pending.map(({ items }) => items[0]?.call.title) };
}

describe('a pending batch on a run server', () => {
  it('C272 is shown to each person who may answer it, and each learns the answers of the others', async () => {
    const rule = ask({ tool: 'delete_file' }, { approvals: 2, from: ['role:ops'], notRequester: true });
    const { agent, ran } = filesAgent([deletion, 'Done.'], { policy: createPolicy({ rules: [rule] }) });
    const { url, as, idOf } = await startRunServer(agent);
    await as('eve').start('Clear it', 'r1');
    const [ada, bob, eve] = [openInbox(url, 'ada'), openInbox(url, 'bob'), openInbox(url, 'eve')];
    await expect.poll(ada.titles).toEqual(['Delete .env']);
    await expect.poll(bob.titles).toEqual(['Delete .env']);
    await expect.poll(eve.titles).toEqual(['Delete .env']);
    const requester = ada.inbox.state().asked[idOf('r1')]?.requester;

    const own = await eve.conversation.decide(eve.ids()[0] ?? '', true);
    const first = await ada.conversation.decide(ada.ids()[0] ?? '', true);
    const second = await bob.conversation.decide(bob.ids()[0] ?? '', true);

    expect(requester).toMatchObject({ id: 'eve', name: 'Eve' });
    expect(own).toMatchObject({ status: 'invalid' });
    expect([first, second]).toEqual([{ status: 'accepted', missing: 1 }, { status: 'accepted' }]);
    await expect.poll(() => ran).toEqual(['.env']);
    for (const { titles } of [ada, bob, eve]) await expect.poll(titles).toEqual([]);
    const newsOf = ({ inbox }: typeof ada) => inbox.state().news.map(({ type }) => type);
    await expect.poll(() => newsOf(ada)).toEqual(['elsewhere', 'counted']);
    expect(newsOf(bob)).toEqual(['taken']);
    expect(newsOf(eve)).toEqual(['elsewhere']);
    const { signal } = new AbortController();
    await expect.poll(() => eve.inbox.history(signal)).toMatchObject([{ runId: idOf('r1'), title: 'Clear it' }]);
    await expect(eve.inbox.record(idOf('r1'), signal)).resolves.toHaveLength(1);
  });

  it('C272 is removed when its run is stopped, and unreadable data is requested again', async () => {
    const { agent } = filesAgent([deletion]);
    const { url, as, idOf } = await startRunServer(agent);
    let isDown = true;
    const inbox = connectInbox({
      url,
      headers: { authorization: 'Bearer ada' },
      interval: 10,
      fetch: async (input, init) => {
        if (isDown) throw new TypeError('The network is away.');
        return await fetch(input, init);
      },
    });
    const conversation = createConversation(() => ({ agent: inbox.agent }));
    onTestFinished(conversation.dispose);
    conversation.start('What waits for me?');
    await expect.poll(() => inbox.state()).toMatchObject({ status: 'failed', error: { code: 'remote-cut' } });

    isDown = false;
    await as('eve').start('Clear it', 'r1');
    await expect.poll(() => conversation.store.getState().pending).toHaveLength(1);
    await as('eve').post(`/runs/${idOf('r1')}/stop`, { reason: 'Not needed.' });

    await expect.poll(() => conversation.store.getState().pending).toEqual([]);
    expect(inbox.state()).toMatchObject({
      status: 'ready',
      error: null,
      news: [{ type: 'over', title: 'Delete .env' }],
    });
  });

  it('C272 is read again at once on request, also during another read', async () => {
    const { agent } = filesAgent([]);
    const { url } = await startRunServer(agent);
    const looks: (() => void)[] = [];
    const inbox = connectInbox({
      url,
      headers: { authorization: 'Bearer ada' },
      interval: 3_600_000,
      fetch: async (input, init) => {
        await new Promise<void>((resolve) => looks.push(resolve));
        return await fetch(input, init);
      },
    });
    const conversation = createConversation(() => ({ agent: inbox.agent }));
    onTestFinished(conversation.dispose);
    conversation.start('What waits for me?');
    await expect.poll(() => looks).toHaveLength(1);

    inbox.refresh();
    looks[0]?.();
    await expect.poll(() => looks).toHaveLength(2);
    looks[1]?.();
    await expect.poll(() => inbox.state().status).toBe('ready');
    inbox.refresh();

    await expect.poll(() => looks).toHaveLength(3);
  });

  it('C317 is shown up to a limit with a count of the others, and more are read behind those left for later', async () => {
    const { agent } = filesAgent([...Array.from({ length: 8 }, () => deletion), 'Done.']);
    const { url, as } = await startRunServer(agent);
    const clientOfEve = as('eve');
    for (let index = 0; index < 8; index++) {
      await clientOfEve.start('Clear it', `r${index}`);
      await expect.poll(() => clientOfEve.state(`r${index}`)).toBe('waiting');
    }
    const { inbox, conversation, ids } = openInbox(url, 'ada', { maxQuestions: 3 });
    await expect.poll(ids).toHaveLength(3);
    await expect.poll(() => inbox.state().hidden).toBe(5);
    const first = ids();

    await conversation.decide(first[0] ?? '', true);
    await expect.poll(() => inbox.state().hidden).toBe(4);
    await expect.poll(ids).toHaveLength(3);

    expect(ids()).toEqual([...first.slice(1), expect.any(String)]);
  });

  it('C317 is left for later alone, not together with a batch of another run whose call has the same id', async () => {
    const call = (path: string) => ({ calls: [{ toolName: 'delete_file', toolCallId: 'call_0', input: { path } }] });
    const { agent } = filesAgent([call('a.txt'), call('b.txt')]);
    const { url, as } = await startRunServer(agent);
    await as('eve').start('Clear it', 'r1');
    const { conversation, titles } = openInbox(url, 'ada');
    await expect.poll(titles).toEqual(['Delete a.txt']);
    await conversation.decide('call_0', 'defer');
    await expect.poll(titles).toEqual([]);

    await as('eve').start('Clear it', 'r2');

    await expect.poll(titles).toEqual(['Delete b.txt']);
  });

  it('C317 is read page after page if more are shown than a page has', async () => {
    const count = 130;
    const { agent } = filesAgent(Array.from({ length: count }, () => deletion));
    const { url, as } = await startRunServer(agent);
    for (let index = 0; index < count; index++) await as('eve').start('Clear it', `r${index}`);
    await expect.poll(async () => (await as('ada').waiting()).length, { timeout: 15_000 }).toBe(count);

    const { inbox, ids } = openInbox(url, 'ada', { maxQuestions: 120 });

    await expect.poll(ids, { timeout: 15_000 }).toHaveLength(120);
    await expect.poll(() => inbox.state().hidden).toBe(count - 120);
  });

  it('C468 has what the person has decided, also where others decided otherwise or are still needed', async () => {
    const rule = ask({ tool: 'delete_file' }, { approvals: 2, from: ['role:ops'], notRequester: true });
    const turns = [deletion, deletion, deletion, 'Done.', 'Done.', 'Done.'];
    const { agent } = filesAgent(turns, { policy: createPolicy({ rules: [rule] }) });
    const { url, as, idOf } = await startRunServer(agent);
    const eve = as('eve');
    const begin = async (key: string) => {
      await eve.start('Clear it', key);
      await expect.poll(() => eve.state(key)).toBe('waiting');
      return (await eve.ask(`/runs/${key}`)).body.batches[0];
    };
    const [first, second, third] = [await begin('r1'), await begin('r2'), await begin('r3')];
    await as('ada').answer(first, true);
    await as('ada').answer(second, true);
    await as('bob').answer(second, false);
    await as('ada').answer(third, true);
    await as('bob').answer(third, true);
    const { inbox } = openInbox(url, 'ada');

    const decided = await inbox.decided(new AbortController().signal);

    const shown = decided.map(({ runId, call, answer, requester, effect }) => [
      ...[runId, call.title, answer.kind, requester.name, effect.type],
    ]);
    expect(shown.sort()).toEqual(
      [
        [idOf('r1'), 'Delete .env', 'tool-approved', 'Eve', 'counted'],
        [idOf('r2'), 'Delete .env', 'tool-approved', 'Eve', 'overruled'],
        [idOf('r3'), 'Delete .env', 'tool-approved', 'Eve', 'final'],
      ].sort(),
    );
    await expect(openInbox(url, 'eve').inbox.decided(new AbortController().signal)).resolves.toEqual([]);
  });

  it('C469 asks nothing over a link that was used or has expired, and says which', async () => {
    const twice = { calls: ['a.txt', 'b.txt'].map((path) => ({ toolName: 'delete_file', input: { path } })) };
    const { agent } = filesAgent([twice, 'Done.']);
    let time = 1_000;
    const own = runLinks({ secret: 'a secret of the tests, which is long enough', now: () => time });
    const { url, as } = await startRunServer(agent, { links: own });
    await as('eve').start('Clear it', 'r1');
    await expect.poll(() => as('ada').waiting()).toHaveLength(1);
    const [batch] = await as('ada').waiting();
    const [used, unused] = [await own.sign(batch?.batchId ?? ''), await own.sign(batch?.batchId ?? '')];
    const here = openInbox(url, 'ada', { link: used });
    await expect.poll(here.ids).toHaveLength(2);
    await here.conversation.decide(here.ids()[0] ?? '', true);
    await here.conversation.decide(here.ids()[1] ?? '', 'defer');

    await expect.poll(() => here.inbox.state()).toMatchObject({ status: 'ready', error: null, linked: 'used' });
    const again = openInbox(url, 'bob', { link: used });
    const other = openInbox(url, 'bob', { link: unused });
    await expect.poll(other.ids).toHaveLength(1);
    await expect.poll(() => again.inbox.state()).toMatchObject({ status: 'failed', refusal: 'link-refused' });
    expect(again.ids()).toEqual([]);
    time += 2 * 86_400_000;

    await expect.poll(() => other.inbox.state()).toMatchObject({ status: 'failed', refusal: 'link-refused' });
    await expect.poll(other.ids).toEqual([]);
  });

  it('C273 of a link is shown alone and answered over it, once', async () => {
    const { agent, ran } = filesAgent([deletion, deletion, 'Done.', 'Done.']);
    const { url, as } = await startRunServer(agent, { links });
    await as('eve').start('Clear it', 'r1');
    await as('eve').start('Clear it', 'r2');
    await expect.poll(() => as('ada').waiting()).toHaveLength(2);
    const [batch] = await as('ada').waiting();
    const token = await links.sign(batch?.batchId ?? '');
    const [here, there] = [openInbox(url, 'ada', { link: token }), openInbox(url, 'bob', { link: token })];
    const forged = openInbox(url, 'ada', { link: `${token}x` });
    await expect.poll(here.titles).toHaveLength(1);
    await expect.poll(there.titles).toHaveLength(1);

    const said = await here.conversation.decide(here.ids()[0] ?? '', true);

    expect(said).toEqual({ status: 'accepted' });
    await expect.poll(() => ran).toEqual(['.env']);
    for (const { titles } of [here, there]) await expect.poll(titles).toEqual([]);
    expect(here.inbox.state()).toMatchObject({ status: 'ready', news: [{ type: 'taken' }] });
    await expect.poll(() => there.inbox.state().news).toMatchObject([{ type: 'elsewhere', by: { name: 'Ada' } }]);
    expect(await as('ada').waiting()).toHaveLength(1);
    await expect
      .poll(() => forged.inbox.state())
      .toMatchObject({ status: 'failed', error: { code: 'remote-refused' } });
    expect(forged.titles()).toEqual([]);
  });
});
