import { describe, expect, it } from 'vitest';
import type { Grant, GrantStorage } from '../../../src/approval/grants/grant.js';
import { createGrants } from '../../../src/approval/grants/grants.js';
import { grantRequest, policyCall } from './calls.js';

const always = grantRequest({ remember: { scope: 'tool', for: 'always' } });

/** A storage that stores text, as in a page. */
function textStorage(text: string | null = null): GrantStorage & { text: string | null; saves: number } {
  return {
    text,
    saves: 0,
    load() {
      return JSON.parse(this.text ?? 'null');
    },
    save(grants) {
      this.saves++;
      this.text = JSON.stringify(grants);
    },
  };
}

/** A promise that the test settles. */
function later<T>() {
  let resolve: (value: T) => void = () => {};
  let reject: (error: Error) => void = () => {};
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}

const stored: Grant = {
  id: 'g1',
  effect: 'allow',
  scope: { type: 'tool', toolName: 'writeFile' },
  lifetime: { type: 'always' },
  agentPath: ['main'],
  decision: { runId: 'run-0', toolCallId: 'call-0', at: 5, by: 'Ada' },
  reason: 'Approved always: every call of writeFile.',
};

describe('stored grants', () => {
  it('are loaded by the next page if their lifetime outlasts the page', async () => {
    const storage = textStorage();
    const before = createGrants({ storage });
    for (const scope of ['input', 'tool', { capability: 'fs.write:/drafts/**' }] as const) {
      for (const lifetime of ['run', 'session', 'always', { until: Date.now() + 60_000 }] as const)
        await before.add(grantRequest({ remember: { scope, for: lifetime }, by: 'Ada', message: 'm' }));
    }
    await before.ready;

    const after = createGrants({ storage });
    await after.ready;

    const lasting = before.list().filter(({ lifetime }) => lifetime.type === 'always' || lifetime.type === 'until');
    expect(lasting).toHaveLength(6);
    expect(after.list()).toEqual(lasting);
    expect(after.problem).toBeUndefined();
  });

  it('answer the first call, which waits until they are loaded', async () => {
    const reading = later<unknown>();
    const grants = createGrants({ storage: { load: () => reading.promise, save: () => {} } });

    const found = grants.find(policyCall());
    reading.resolve([{ ...stored, effect: 'deny' }]);

    await expect(found).resolves.toMatchObject({ effect: 'deny' });
  });

  it('do not answer once they are revoked or expired, neither here nor after a reload', async () => {
    const storage = textStorage(
      JSON.stringify([stored, { ...stored, id: 'g2', lifetime: { type: 'until', at: 1_000 } }]),
    );
    const grants = createGrants({ storage, now: () => 1_000 });
    await grants.ready;

    grants.revoke('g1');
    await grants.ready;
    const reloaded = createGrants({ storage, now: () => 0 });

    await expect(grants.find(policyCall())).resolves.toBeUndefined();
    await expect(reloaded.find(policyCall())).resolves.toBeUndefined();
    expect(storage.text).toBe('[]');
  });

  it('are saved one save at a time, and once for many changes', async () => {
    const first = later<void>();
    const saves: number[] = [];
    const grants = createGrants({
      storage: {
        load: () => null,
        save: (list) => {
          saves.push(list.length);
          return saves.length === 1 ? first.promise : undefined;
        },
      },
    });

    await grants.add(always);
    await Promise.resolve();
    for (const runId of ['a', 'b', 'c'])
      await grants.add(grantRequest({ ...always, call: { ...policyCall({ toolName: runId }), toolCallId: 'call-1' } }));
    const during = [...saves];
    first.resolve();
    await grants.ready;

    expect(during).toEqual([1]);
    expect(saves).toEqual([1, 4]);
  });

  it('are not saved for changes of grants that end with the page', async () => {
    const storage = textStorage();
    const grants = createGrants({ storage });

    const { id } = await grants.add(grantRequest());
    grants.revoke(id);
    await grants.ready;

    expect(storage.saves).toBe(0);
  });
});

describe('a storage whose content is corrupt', () => {
  const broken: readonly (readonly [string, unknown])[] = [
    ['text', 'grants'],
    ['an object', { 0: stored }],
    ['a list of something else', [1, null]],
    ['one wrong entry', [stored, { ...stored, id: 'g2', effect: 'approve' }]],
    ['an id twice', [stored, stored]],
    ['no scope', [{ ...stored, scope: null }]],
    ['a scope from the future', [{ ...stored, scope: { type: 'regexp', toolName: 'a' } }]],
    ['a function', [{ ...stored, scope: { type: 'predicate', name: 'a', toolName: 'a' } }]],
    ['a key that is no digest', [{ ...stored, scope: { type: 'input', toolName: 'a', key: 'json:{}' } }]],
    ['a lifetime that ends with the page', [{ ...stored, lifetime: { type: 'session' } }]],
    ['a lifetime without end', [{ ...stored, lifetime: { type: 'until', at: null } }]],
    ['an agent path of numbers', [{ ...stored, agentPath: [1] }]],
    ['no agent path', [{ ...stored, agentPath: undefined }]],
    ['no decision', [{ ...stored, decision: undefined }]],
    ['a hole', new Array(1)],
  ];

  it.each(broken)('(%s) has no grants, and reports an error', async (_, content) => {
    const grants = createGrants({ storage: { load: () => content, save: () => {} } });

    await grants.ready;

    expect(grants.list()).toEqual([]);
    expect(grants.problem).toMatchObject({ name: 'CountersignError', code: 'grants-not-loaded' });
    await expect(grants.find(policyCall())).resolves.toBeUndefined();
  });

  it('is repaired by the next save', async () => {
    const storage = textStorage('{"not":"a list"}');
    const grants = createGrants({ storage });
    await grants.ready;

    const grant = await grants.add(always);
    await grants.ready;

    expect(JSON.parse(storage.text ?? '')).toEqual([grant]);
    expect(grants.problem).toBeUndefined();
  });
});

describe('a storage that tabs share', () => {
  it('C195 disables grants that became unreadable, and does not save them again', async () => {
    let ring = (): void => {};
    const storage = {
      ...textStorage(JSON.stringify([stored])),
      subscribe: (listener: () => void) => {
        ring = listener;
        return () => {};
      },
    };
    const grants = createGrants({ storage });
    await grants.ready;
    expect(grants.list()).toEqual([stored]);

    storage.text = '[{"id":"from the future"}]';
    ring();
    await grants.ready;

    expect(grants.problem).toMatchObject({ code: 'grants-not-loaded' });
    await expect(grants.find(policyCall())).resolves.toBeUndefined();
    const added = await grants.add(
      grantRequest({ ...always, call: { ...policyCall({ toolName: 'other' }), toolCallId: 'c' } }),
    );
    await grants.ready;
    expect(JSON.parse(storage.text)).toEqual([added]);
    expect(grants.problem).toBeUndefined();
  });

  it('C195 recovers once it is readable', async () => {
    let ring = (): void => {};
    const storage = {
      ...textStorage('[1]'),
      subscribe: (listener: () => void) => {
        ring = listener;
        return () => {};
      },
    };
    const grants = createGrants({ storage });
    await grants.ready;
    storage.text = JSON.stringify([stored]);
    ring();
    await grants.ready;

    expect(grants.problem).toBeUndefined();
    expect(grants.list()).toEqual([stored]);
  });
});

describe('a storage that fails', () => {
  it.each<[string, GrantStorage]>([
    ['throws', { load: () => fail(), save: () => fail() }],
    ['rejects', { load: async () => fail(), save: async () => fail() }],
  ])('(it %s) does not prevent grants from answering, and reports the problem', async (_, storage) => {
    const grants = createGrants({ storage });
    const codes: (string | undefined)[] = [];
    grants.subscribe(() => codes.push(grants.problem?.code));
    await grants.ready;

    const grant = await grants.add(always);
    await grants.ready;

    expect(grants.list()).toEqual([grant]);
    await expect(grants.find(policyCall())).resolves.toMatchObject({ effect: 'allow', grants: [grant] });
    expect(grants.problem).toMatchObject({ code: 'grants-not-saved', cause: { message: 'no disk' } });
    expect(codes).toEqual(['grants-not-loaded', 'grants-not-loaded', 'grants-not-saved']);
  });

  it('is not overwritten before it could be read', async () => {
    const storage = textStorage(JSON.stringify([stored]));
    const load = storage.load.bind(storage);
    storage.load = () => fail();
    const grants = createGrants({ storage });
    await grants.ready;
    const denial = await grants.add({ ...always, effect: 'deny' });
    await grants.ready;
    const untouched = storage.text;

    storage.load = load;
    const other = await grants.add(grantRequest({ remember: { scope: 'input', for: 'always' } }));
    await grants.ready;

    expect(untouched).toBe(JSON.stringify([stored]));
    expect(JSON.parse(storage.text ?? '')).toEqual([denial, other, stored]);
    expect(grants.problem).toBeUndefined();
  });

  it('blocks neither adding nor finding grants', async () => {
    const grants = createGrants({ storage: { load: () => null, save: () => new Promise(() => {}) } });

    const grant = await grants.add(always);

    await expect(grants.find(policyCall())).resolves.toMatchObject({ grants: [grant] });
  });
});

function fail(): never {
  throw new Error('no disk');
}
