import { createGrants, type Grant, type GrantStorage, type Grants } from 'countersign/core';
import { indexedDbStorage, memoryStorage } from 'countersign/persistence';
import { describe, expect, it } from 'vitest';
import { grantRequest, policyCall } from '../approval/grants/calls.js';

const forTool = (toolName: string) =>
  grantRequest({ remember: { scope: 'tool', for: 'always' }, call: { ...policyCall({ toolName }), toolCallId: 'c' } });

const namesOf = (grants: Grants): readonly string[] =>
  grants
    .list()
    .flatMap(({ scope }) => (scope.type === 'tool' ? [scope.toolName] : []))
    .sort();

async function until(grants: Grants, isSo: () => boolean): Promise<void> {
  if (isSo()) return;
  await new Promise<void>((resolve) => {
    const unsubscribe = grants.subscribe(() => {
      if (!isSo()) return;
      unsubscribe();
      resolve();
    });
  });
}

let count = 0;

describe.each(['IndexedDB', 'memory'])('grants in %s', (kind) => {
  /** Tabs, each with grants of its own, and the storage of another one. */
  function setUp(): { readonly tab: () => Grants; readonly storage: GrantStorage } {
    const name = `grants-${Date.now()}-${count++}`;
    const memory = memoryStorage();
    const open = (): GrantStorage => (kind === 'memory' ? memory : indexedDbStorage({ name })).grants;
    return { tab: () => createGrants({ storage: open() }), storage: open() };
  }

  it('C195 apply in every tab after one tab added them, and in none after one tab revoked them', async () => {
    const { tab } = setUp();
    const [one, two] = [tab(), tab()];
    await Promise.all([one.ready, two.ready]);

    const { id } = await one.add(forTool('a'));
    await until(two, () => namesOf(two).length === 1);
    expect(await two.find(policyCall({ toolName: 'a' }))).toMatchObject({ effect: 'allow' });
    two.revoke(id);
    await until(one, () => namesOf(one).length === 0);

    expect(await one.find(policyCall({ toolName: 'a' }))).toBeUndefined();
    await one.ready;
    const next = tab();
    await next.ready;
    expect(namesOf(next)).toEqual([]);
  });

  it('C195 are complete when tabs add and revoke at the same time', async () => {
    const { tab } = setUp();
    const [one, two, three] = [tab(), tab(), tab()];
    const old = await one.add(forTool('old'));
    await until(two, () => namesOf(two).includes('old'));
    await until(three, () => namesOf(three).includes('old'));

    await Promise.all([one.add(forTool('a')), two.add(forTool('b')), three.add(forTool('c')), two.add(forTool('d'))]);
    three.revoke(old.id);
    await Promise.all([one.ready, two.ready, three.ready]);

    const expected = ['a', 'b', 'c', 'd'];
    for (const grants of [one, two, three]) {
      await until(grants, () => namesOf(grants).join() === expected.join());
    }
    const next = tab();
    await next.ready;
    expect(namesOf(next)).toEqual(expected);
  });

  it('C195 are ignored if they cannot be read, in any tab, and can be added again', async () => {
    const { tab, storage } = setUp();
    const open = tab();
    const lost = await open.add(forTool('lost'));
    await open.ready;

    // Nothing of it may count: a grant that ends with its page does not belong there.
    await storage.save([lost, { ...lost, id: 'x', lifetime: { type: 'session' } } satisfies Grant]);
    await until(open, () => open.problem !== undefined);
    const late = tab();
    await late.ready;
    for (const grants of [open, late]) {
      expect(grants.problem).toMatchObject({ code: 'grants-not-loaded' });
      expect(grants.list()).toEqual([]);
      expect(await grants.find(policyCall({ toolName: 'lost' }))).toBeUndefined();
    }

    await late.add(forTool('a'));
    await late.ready;
    await until(open, () => open.problem === undefined && namesOf(open).length === 1);
    const next = tab();
    await next.ready;
    for (const grants of [open, late, next]) {
      expect(grants.problem).toBeUndefined();
      expect(namesOf(grants)).toEqual(['a']);
    }
  });
});
