import { toolApproved } from 'countersign/core';
import { expect, it } from 'vitest';
import { call, until } from '../../conformance/kept-support.js';
import { followerOn, Line, leaderOn } from './linked-pages.js';

/** A page with a card, and one that looks on. */
async function withCard() {
  const line = new Line();
  const leader = leaderOn(line, [{ calls: [call('ask', 'a')] }, 'Done.', () => new Promise(() => {})]);
  leader.start('Go');
  await until(leader, ({ pending }) => pending.length === 1);
  const { follower, store } = followerOn(line);
  await until({ store }, ({ pending }) => pending.length === 1);
  const { verbs } = follower;
  if (verbs === undefined) throw new Error('the page that looks on was told nothing');
  const id = store.getState().pending[0]?.items[0]?.id ?? '';
  return { line, leader, follower, store, verbs, id };
}

/** The page goes after it has said that it heard something, and before that it is done. */
function goneOnceHeard(line: Line, { gone }: { readonly gone: () => void }): void {
  line.onSent = ({ type }) => {
    if (type === 'heard') gone();
  };
}

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

it('C193 shows what was refused until something else that was asked is done', async () => {
  const { verbs, store, leader } = await withCard();

  verbs.regenerate();
  await settled();
  expect(store.getState().error).toMatchObject({ code: 'still-running' });
  await verbs.decide('a', true);
  expect(store.getState().error).toBeNull();

  await until({ store }, ({ status }) => status === 'idle');
  verbs.giveUp();
  await settled();
  expect(store.getState().error).toMatchObject({ code: 'nothing-parked' });
  leader.start('And then?');
  await until({ store }, ({ status }) => status === 'running');
  expect(store.getState().error).toBeNull();
});

it('C193 shows what was refused until the run is over that it was about', async () => {
  const { verbs, store, leader } = await withCard();

  verbs.regenerate();
  await settled();
  await leader.decide('a', true);
  await until({ store }, ({ outcome }) => outcome !== null);

  expect(store.getState().error).toBeNull();
});

it('C193 shows what was refused last, whatever was asked before is done after it', async () => {
  const { verbs, store } = await withCard();

  const decided = verbs.decide('a', toolApproved({ overrideArgs: { path: 7 } }));
  verbs.regenerate();
  await decided;
  await settled();

  expect(store.getState().error).toMatchObject({ code: 'still-running' });
});

it.each([
  ['not heard of', false],
  ['heard of', true],
])('C193 hands over a draft that the page has %s when it goes, and calls it no failure', async (_, isHeard) => {
  const { line, leader, follower, verbs, store, id } = await withCard();

  if (isHeard) goneOnceHeard(line, leader);
  else leader.gone();
  verbs.saveDraft(id, { mode: 'deny', reason: 'Not tod' });
  await settled();
  const typed = follower.end();
  await settled();

  expect(typed).toEqual({ a: { mode: 'deny', reason: 'Not tod' } });
  expect(store.getState()).toMatchObject({ error: null, drafts: {} });
});

it('C193 tells a draft again that the page before had heard of and not kept', async () => {
  const { line, leader, verbs, store, id } = await withCard();

  goneOnceHeard(line, leader);
  verbs.saveDraft(id, { mode: 'deny', reason: 'Not tod' });
  await settled();
  const next = leaderOn(line, []);
  await settled();

  expect(next.store.getState().drafts).toEqual({ [id]: { mode: 'deny', reason: 'Not tod' } });
  expect(store.getState().error).toBeNull();
});

it('C193 refuses what JSON cannot hold before anything of it is sent', async () => {
  const { line, verbs, store, leader } = await withCard();
  const circle: Record<string, unknown> = {};
  circle.self = circle;
  const sent = line.sent.length;
  const notSent = (about: string) => ({ name: 'UserError', code: 'not-sent', message: expect.stringContaining(about) });

  await expect(verbs.decide('a', true, { metadata: { n: 1n as never } })).rejects.toMatchObject(notSent('BigInt'));
  await expect(verbs.decideAll({ self: circle } as never)).rejects.toMatchObject(notSent('circular'));
  const predicate = (): boolean => true;
  const remember = { scope: { predicate, name: 'drafts' }, for: 'session' } as const;
  await expect(verbs.decide('a', true, { remember })).rejects.toMatchObject(notSent("'predicate' is a function"));
  expect(store.getState().error).toBeNull();
  verbs.stop(circle as never);
  await settled();

  expect(store.getState().error).toMatchObject(notSent('circular'));
  // The other page may still tell what has happened.
  expect(line.sent.slice(sent).filter(({ type }) => type !== 'state')).toEqual([]);
  expect(leader.store.getState().pending[0]?.items[0]?.state.status).toBe('waiting');
});

it('C193 sends files that are said', async () => {
  const { verbs, leader } = await withCard();

  verbs.start([{ type: 'file', mediaType: 'text/plain', data: new Uint8Array([104, 105]) }]);
  verbs.start([{ type: 'file', mediaType: 'text/plain', data: new URL('https://example.com/a') }]);
  await settled();

  expect(leader.store.getState().queued).toMatchObject([[{ data: 'aGk=' }], [{ data: 'https://example.com/a' }]]);
});
