import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openWorkspace, SEED, type Workspace } from '../../demo/workspace/index.js';

const opened: Workspace[] = [];
let name = '';

async function open(): Promise<Workspace> {
  const workspace = await openWorkspace({ name });
  opened.push(workspace);
  return workspace;
}

const paths = (workspace: Workspace): string[] => workspace.getSnapshot().map((entry) => entry.path);

/** Like in a private window, or on a page without https. */
function removeFileSystem(): void {
  vi.spyOn(navigator.storage, 'getDirectory').mockRejectedValue(new DOMException('Not here.', 'SecurityError'));
}

/** Reads a file's bytes from disk, without the workspace. */
async function readFromDisk(path: string): Promise<string> {
  let folder = await (await navigator.storage.getDirectory()).getDirectoryHandle(name);
  const segments = path.split('/');
  for (const segment of segments.slice(0, -1)) folder = await folder.getDirectoryHandle(segment);
  return (await (await folder.getFileHandle(segments.at(-1) ?? '')).getFile()).text();
}

/** Reads a stored file without the workspace, from disk or memory. */
async function stored(workspace: Workspace, path: string): Promise<string> {
  return workspace.keeping === 'on-disk' ? await readFromDisk(path) : await workspace.read(path);
}

beforeEach(() => {
  name = `test-${crypto.randomUUID()}`;
});

afterEach(async () => {
  vi.restoreAllMocks();
  for (const workspace of opened.splice(0)) workspace.close();
  await (await navigator.storage.getDirectory()).removeEntry(name, { recursive: true }).catch(() => undefined);
});

describe('a new workspace', () => {
  it('holds the seed, sorted, with sizes and dates', async () => {
    const before = Date.now();

    const workspace = await open();

    const entries = await workspace.list();
    expect(entries.map((entry) => entry.path)).toEqual(Object.keys(SEED).sort());
    expect(entries.find((entry) => entry.path === '__init__.py')?.size).toBe(SEED['__init__.py']?.length);
    expect(entries.every((entry) => entry.modified >= before - 2000)).toBe(true);
    expect(await readFromDisk('src/utils/dates.py')).toBe(SEED['src/utils/dates.py']);
  });

  it('is found again as it was left, even when everything was deleted', async () => {
    const first = await open();
    for (const path of paths(first)) await first.remove(path);

    const second = await open();

    expect(await second.list()).toEqual([]);
  });

  it('is sown once when two tabs open it at the same moment', async () => {
    const [first, second] = await Promise.all([open(), open()]);

    expect(paths(first)).toEqual(Object.keys(SEED).sort());
    expect(paths(second)).toEqual(Object.keys(SEED).sort());
  });
});

describe('where the browser keeps no files', () => {
  it('has them in memory, and says so; another page has its own', async () => {
    removeFileSystem();
    const [first, second] = [await open(), await open()];

    await first.write('new.txt', 'x');

    expect(first.keeping).toBe('in-memory');
    expect(paths(first)).toEqual([...Object.keys(SEED), 'new.txt'].sort());
    expect(paths(second)).toEqual(Object.keys(SEED).sort());
  });
});

it('follows what another tab does', async () => {
  const here = await open();
  const there = await open();

  await there.write('from-there.txt', 'x');

  await vi.waitFor(() => expect(paths(here)).toContain('from-there.txt'));
});

describe.each(['on-disk', 'in-memory'] as const)('%s', (keeping) => {
  beforeEach(() => {
    if (keeping === 'in-memory') removeFileSystem();
  });

  describe('changes', () => {
    it('writes a file and the folders it needs', async () => {
      const workspace = await open();

      await workspace.write('./a/b/c.txt', 'deep \u{1f333}');

      expect(await stored(workspace, 'a/b/c.txt')).toBe('deep \u{1f333}');
      expect(await workspace.read('a/b/c.txt')).toBe('deep \u{1f333}');
    });

    it('replaces all of a longer file', async () => {
      const workspace = await open();

      await workspace.write('README.md', 'x');

      expect(await stored(workspace, 'README.md')).toBe('x');
    });

    it('keeps the last of many writes that were asked for at once', async () => {
      const workspace = await open();

      await Promise.all(Array.from({ length: 20 }, (_, index) => workspace.write('race.txt', 'x'.repeat(20 - index))));

      expect(await stored(workspace, 'race.txt')).toBe('x');
    });

    it('removes a file with the folders that this leaves empty', async () => {
      const workspace = await open();

      await workspace.remove('src/utils/dates.py');
      await workspace.write('src/utils', 'a file now');

      expect(await workspace.read('src/utils')).toBe('a file now');
      expect(paths(workspace)).toContain('src/app.py');
    });

    it('renames across folders and keeps the bytes', async () => {
      const workspace = await open();

      await workspace.rename('drafts/hello.txt', 'public/greeting.txt');

      expect(await stored(workspace, 'public/greeting.txt')).toBe(SEED['drafts/hello.txt']);
      expect(paths(workspace)).not.toContain('drafts/hello.txt');
    });

    it('keeps a file that is renamed to its own name', async () => {
      const workspace = await open();

      await workspace.rename('.env', './.env');

      expect(await stored(workspace, '.env')).toBe(SEED['.env']);
    });

    it('goes back to the seed on reset', async () => {
      const workspace = await open();
      await workspace.write('extra/file.txt', 'x');
      await workspace.remove('README.md');

      const undo = await workspace.reset();

      expect(paths(workspace)).toEqual(Object.keys(SEED).sort());
      expect(await stored(workspace, 'README.md')).toBe(SEED['README.md']);
      await undo();
      expect(await workspace.read('extra/file.txt')).toBe('x');
      expect(paths(workspace)).not.toContain('README.md');
    });
  });

  describe('mistakes', () => {
    it.each([
      ['read', (w: Workspace) => w.read('readme.MD'), 'not-found', /Did you mean "README.md"/],
      ['remove', (w: Workspace) => w.remove('nowhere/at/all.bin'), 'not-found', /List the files/],
      ['rename', (w: Workspace) => w.rename('todo.md', 'x.md'), 'not-found', /"notes\/todo.md"/],
      ['rename over', (w: Workspace) => w.rename('.env', 'README.md'), 'already-exists', /delete it first/],
      ['rename onto a folder', (w: Workspace) => w.rename('.env', 'src'), 'is-folder', /"src" is a folder/],
      ['read a folder', (w: Workspace) => w.read('src'), 'is-folder', /Name a file in it/],
      ['write a folder', (w: Workspace) => w.write('src', 'x'), 'is-folder', /is a folder/],
      ['write below a file', (w: Workspace) => w.write('README.md/x.md', 'x'), 'is-file', /"README.md" is a file/],
      ['leave', (w: Workspace) => w.write('../x', 'x'), 'invalid-path', /"\.\."/],
      ['search nothing', (w: Workspace) => w.search('  '), 'invalid-query', /Say what to look for/],
    ])('%s: says what is wrong and changes nothing', async (...[, attempt, code, message]) => {
      const workspace = await open();
      const before = await workspace.list();

      const error = await attempt(workspace).catch((cause: unknown) => cause);

      expect(error).toMatchObject({ name: 'WorkspaceError', code });
      expect(error).toHaveProperty('message', expect.stringMatching(message));
      expect(await workspace.list()).toEqual(before);
    });

    it('goes on after a failed change', async () => {
      const workspace = await open();

      const failing = workspace.remove('missing.txt');
      const following = workspace.write('after.txt', 'x');

      await expect(failing).rejects.toMatchObject({ code: 'not-found' });
      await following;
      expect(await stored(workspace, 'after.txt')).toBe('x');
    });
  });

  describe('search', () => {
    it('names path, line number and line, whatever the case', async () => {
      const workspace = await open();
      await workspace.write('a.txt', 'one\r\nTwo needle\nthree NEEDLE');

      const matches = await workspace.search('Needle');

      expect(matches).toEqual([
        { path: 'a.txt', line: 2, text: 'Two needle' },
        { path: 'a.txt', line: 3, text: 'three NEEDLE' },
      ]);
    });
  });

  describe('the snapshot', () => {
    it('stays the same array until something changes, and listeners are called after it changed', async () => {
      const workspace = await open();
      const before = workspace.getSnapshot();
      const seen: boolean[] = [];
      workspace.subscribe(() => seen.push(paths(workspace).includes('new.txt')));
      expect(workspace.getSnapshot()).toBe(before);

      await workspace.write('new.txt', 'x');

      expect(seen).toEqual([true]);
      expect(workspace.getSnapshot()).not.toBe(before);
      expect(paths(workspace)).toEqual((await workspace.list()).map((entry) => entry.path));
    });

    it('notices a write of the same length', async () => {
      const workspace = await open();
      await workspace.write('same.txt', 'aaa');
      const listener = vi.fn();
      workspace.subscribe(listener);

      await workspace.write('same.txt', 'bbb');

      expect(listener).toHaveBeenCalledOnce();
    });

    it('calls nobody who has left', async () => {
      const workspace = await open();
      const listener = vi.fn();
      workspace.subscribe(listener)();

      await workspace.write('new.txt', 'x');

      expect(listener).not.toHaveBeenCalled();
    });
  });
});
