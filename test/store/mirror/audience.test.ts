import { expect, it } from 'vitest';
import { toWire } from '../../../src/store/mirror/said.js';
import { followerOn, Line, leaderOn } from './linked-pages.js';

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Something changes that often, and pages have time to answer in between. */
async function changes(leader: ReturnType<typeof leaderOn>, times: number): Promise<void> {
  for (let count = 0; count < times; count++) {
    leader.saveDraft('card', { mode: 'deny', reason: `${count}` });
    if (count % 50 === 0) await settled();
  }
  await settled();
}

it('C193 tells nothing any more once the pages have crashed that looked on', async () => {
  const line = new Line();
  const leader = leaderOn(line, []);
  const { channel } = followerOn(line);
  await settled();
  await changes(leader, 1);
  expect(line.sent.at(-1)).toMatchObject({ type: 'state' });

  channel.close(); // it hears nothing, and says no goodbye
  await changes(leader, 250);
  const { length } = line.sent;
  await changes(leader, 250);

  expect(line.sent).toHaveLength(length);
});

it('C193 goes on telling a page that looks on, whichever others have crashed', async () => {
  const line = new Line();
  const leader = leaderOn(line, []);
  const [{ channel }, { store }] = [followerOn(line), followerOn(line)];
  await settled();
  const hellos = (): number => line.sent.filter(({ type }) => type === 'hello').length;
  const before = hellos();

  channel.close();
  await changes(leader, 1000);

  expect(store.getState().drafts).toEqual(leader.store.getState().drafts);
  const told = line.sent.filter(({ type, to }) => type === 'state' && to === undefined);
  expect(told).toHaveLength(1000);
  expect(hellos()).toBe(before); // nothing was missed
});

it('C193 tells a page anew that was asleep when it was asked', async () => {
  const line = new Line();
  const leader = leaderOn(line, []);
  const asleep = line.channel();
  asleep.send(toWire({ type: 'hello', from: 'asleep' }));
  await settled();
  await changes(leader, 500);
  const before = line.sent.filter(({ to }) => to === 'asleep');

  asleep.send(toWire({ type: 'here', from: 'asleep' }));
  await settled();

  const after = line.sent.filter(({ to }) => to === 'asleep');
  expect([before.length, after.length]).toEqual([1, 2]);
  expect(after.at(-1)).toMatchObject({ change: { set: { drafts: leader.store.getState().drafts } } });
});
