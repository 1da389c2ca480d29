import { memoryStorage } from 'countersign/persistence';
import { afterEach, expect, it, vi } from 'vitest';
import { createPageNotifier } from '../../src/persistence/tabs/page-notifier.js';
import { databaseName, openStorage } from './storages.js';

/** The channels that are open, by name. */
const open: string[] = [];

class CountedChannel extends BroadcastChannel {
  constructor(name: string) {
    super(name);
    open.push(name);
  }

  override close(): void {
    super.close();
    open.splice(open.indexOf(this.name), 1);
  }
}

afterEach(() => {
  open.length = 0;
  vi.unstubAllGlobals();
});

const record = { id: 'c1', title: 'Before', state: 'idle', updatedAt: 1, runIds: [], messages: [] } as const;

it('C195 C196 a closed storage receives no notifications, and leaves no channel open', async () => {
  vi.stubGlobal('BroadcastChannel', CountedChannel);
  const name = databaseName();
  const [one, other] = [openStorage({ name }), openStorage({ name })];
  const said: string[] = [];
  const leave = one.conversations.subscribe(() => said.push('conversations'));
  one.grants.subscribe?.(() => said.push('grants'));
  await other.conversations.put(record);
  await other.grants.save([]);
  await expect.poll(() => said.toSorted()).toEqual(['conversations', 'grants']);

  await one.close();
  expect(open).toHaveLength(2); // those of the other
  await other.conversations.rename('c1', 'After');
  await other.grants.save([]);
  // What this hears was sent after what the closed one is not to hear.
  const last = openStorage({ name });
  const heard = new Promise<void>((resolve) => void last.conversations.subscribe(resolve));
  await other.conversations.rename('c1', 'Later');
  await heard;

  expect(said).toHaveLength(2);
  leave();
  await last.close();
  await other.close();
  expect(open).toEqual([]);
});

it('C195 C196 a storage opens no channel once it is closed', async () => {
  vi.stubGlobal('BroadcastChannel', CountedChannel);
  const storage = memoryStorage();
  await storage.close();

  storage.conversations.subscribe(() => {})();
  storage.grants.subscribe?.(() => {});
  await expect(storage.conversations.put(record)).rejects.toMatchObject({ code: 'storage-closed' });

  expect(open).toEqual([]);
});

it('C196 others are notified of writes that were pending when a storage was closed', async () => {
  vi.stubGlobal('BroadcastChannel', CountedChannel);
  const name = databaseName();
  const [closed, other] = [createPageNotifier(name), createPageNotifier(name)];
  const heard = new Promise<void>((resolve) => void other.subscribe(resolve));

  closed.close();
  closed.notify();
  await heard;

  expect(open).toHaveLength(1);
  other.close();
});
