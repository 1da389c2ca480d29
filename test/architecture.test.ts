import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkSource, checkUsers } from './setup/architecture-rules.js';
import { buildGraph } from './setup/module-graph.js';
import { listFiles, readSources, root } from './setup/source-files.js';

interface Manifest {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

const isManifest = (path: string): boolean => path.endsWith('/package.json');
const readManifest = (path: string): Manifest => JSON.parse(readFileSync(join(root, path), 'utf8'));
const manifest = readManifest('package.json');
const versions: Readonly<Record<string, string>> = manifest.devDependencies;
const declared = [...Object.keys(manifest.dependencies), ...Object.keys(manifest.peerDependencies)];

describe('the sources', () => {
  it('keep to the layout and the directions of DESIGN.md', () => {
    const sources = readSources('src');

    const problems = checkSource(buildGraph(sources), declared);

    expect(sources.has('src/core.ts')).toBe(true);
    expect(problems).toEqual([]);
  });

  it('are used by the demo through public entries only', () => {
    const sources = readSources('demo');

    const problems = checkUsers(buildGraph(sources));

    expect(sources.size).toBeGreaterThan(0);
    expect(problems).toEqual([]);
  });
});

describe('the examples', () => {
  it('use public entries only, with the versions that everything is tested with', () => {
    const sources = readSources('examples');
    const pinned: Readonly<Record<string, string>> = { ...versions, countersign: manifest.version };

    // As in an app, relative imports have no extension.
    const problems = checkUsers(buildGraph(sources), /^\.\.?\//);

    expect(sources.size).toBeGreaterThan(0);
    expect(problems).toEqual([]);
    for (const { dependencies, devDependencies } of listFiles('examples').filter(isManifest).map(readManifest)) {
      for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
        expect(version).toMatch(/^\d+\.\d+\.\d+$/);
        if (name in pinned && name !== 'typescript') expect(`${name} ${version}`).toBe(`${name} ${pinned[name]}`);
      }
    }
  });
});

describe('the stories', () => {
  it('use public entries only', () => {
    const stories = readSources('stories', '.storybook');

    // The stories are built with the same entries as the library.
    const problems = checkUsers(buildGraph(stories), /\.css$|^\.\.\/scripts\/(?:entries|split-styles)\.mjs$/);

    expect(stories.has('.storybook/preview.tsx')).toBe(true);
    expect([...stories.keys()].some((path) => path.endsWith('.stories.tsx'))).toBe(true);
    expect(problems).toEqual([]);
  });

  it('assert something in each of them', () => {
    const stories = [...readSources('stories')].filter(([path]) => path.endsWith('.stories.tsx'));

    const silent = stories.flatMap(([path, source]) =>
      source
        .split(/^export const /m)
        .slice(1)
        .filter((story) => !/^ {2}play: /m.test(story) || !/\bexpect\(/.test(story))
        .map((story) => `${path}: ${story.split(':', 1)[0]}`),
    );

    expect(silent).toEqual([]);
  });
});

function check(files: Record<string, string>): string[] {
  return checkSource(buildGraph(new Map(Object.entries(files))), ['react', 'zustand', 'ai']);
}

describe('the check of the sources', () => {
  it('passes a layout that is right', () => {
    const problems = check({
      'src/index.ts': "export * from './core.js';",
      'src/core.ts': "export { a } from './protocol/a.js';",
      'src/components/index.ts': "export * as D from './card/d.parts.js';",
      'src/components/card/d.parts.ts': "export { DRoot as Root } from './d-root.js';",
      'src/components/card/d-root.ts': 'export const DRoot = 1;',
      'src/protocol/a.ts': "import type { Tool } from 'ai'; export const a: Tool[] = [];",
      'src/conversation/b.ts':
        "import { createStore } from 'zustand/vanilla'; import { a } from '../protocol/a.js'; createStore(() => a);",
      'src/hooks/c.tsx': "import { useState } from 'react'; export const useC = () => useState(0);",
    });

    expect(problems).toEqual([]);
  });

  it.each([
    [
      'a folder that imports upwards',
      "import { b } from '../conversation/b.js'; export const a = b;",
      'protocol may import nothing',
    ],
    [
      'a type from a folder above',
      "import type { b } from '../conversation/b.js'; export type A = typeof b;",
      'may import nothing',
    ],
    ['an inline type from a folder above', "export type A = import('../conversation/b.js').B;", 'may import nothing'],
    ['a value from ai', "import { type Tool, tool } from 'ai'; export const a: Tool = tool({});", 'ai as a value'],
    ['an import for its effect', "import 'ai';", 'ai as a value'],
    ['a lazy import', "export const a = () => import('ai');", 'ai as a value'],
    ['a re-export', "export { tool } from 'ai';", 'ai as a value'],
    ['React outside of its layers', "import { useState } from 'react'; export const a = useState;", 'react as a value'],
    ['a module of Node', "import type { Stats } from 'node:fs'; export type A = Stats;", 'does not declare'],
    ['a package that is not declared', "import type { A } from 'left-pad'; export type B = A;", 'does not declare'],
    ['its own package', "import { a } from 'countersign/core'; export const b = a;", 'relative path'],
    ['a file that is missing', "import { a } from './gone.js'; export const b = a;", 'does not exist'],
  ])('finds %s', (_, source, message) => {
    const problems = check({
      'src/protocol/a.ts': source,
      'src/conversation/b.ts': 'export const b = 1; export type B = 1;',
    });

    expect(problems).toEqual([expect.stringContaining(message)]);
  });

  it.each([
    [
      'a room that imports upwards',
      {
        'src/agent/run/a.ts': "export type A = import('../loop/b.js').B;",
        'src/agent/loop/b.ts': 'export type B = 1;',
      },
      'agent/run may import model, plumbing',
    ],
    [
      'a room that imports its folder',
      {
        'src/conversation/messages/a.ts': "export { b } from '../b.js';",
        'src/conversation/b.ts': 'export const b = 1;',
      },
      'conversation/messages may import state',
    ],
    [
      'words that load what says them',
      {
        'src/words/english/a.ts': "export { b } from '../../components/grants/b.js';",
        'src/components/grants/b.ts': 'export const b = 1;',
      },
      'words may import protocol, approval, conversation, form',
    ],
    [
      'a room that nobody has named',
      { 'src/agent/attic/a.ts': 'export const a = 1;' },
      'nobody has named: agent/attic',
    ],
    ['a room where there are none', { 'src/hooks/attic/a.ts': 'export const a = 1;' }, 'which has none'],
  ])('finds %s', (_, files, message) => {
    expect(check(files)).toContainEqual(expect.stringContaining(message));
  });

  it('finds a folder of more than 16 files, and an excuse that is needed no more', () => {
    const bag = (folder: string, count: number): Record<string, string> =>
      Object.fromEntries(
        Array.from({ length: count }, (_, index) => [`src/${folder}/a${index}.ts`, 'export const a = 1;']),
      );

    expect(check(bag('tools', 16))).toEqual([]);
    expect(check(bag('tools', 17))).toEqual([expect.stringContaining('src/tools is a bag of 17 files')]);
    expect(check(bag('components/value', 16))).toEqual([expect.stringContaining('need not be excused')]);
  });

  it('finds a cycle, over types too, and names its files', () => {
    const problems = check({
      'src/conversation/a.ts': "import { b } from './b.js'; export const a = b; export type A = 1;",
      'src/conversation/b.ts': "import { c } from './c.js'; export const b = c;",
      'src/conversation/c.ts': "import type { A } from './a.js'; export const c: A = 1;",
    });

    expect(problems).toEqual([
      'cycle: src/conversation/a.ts → src/conversation/b.ts → src/conversation/c.ts → src/conversation/a.ts',
    ]);
  });

  it('finds a way from the core to React', () => {
    const problems = check({
      'src/core.ts': "export { a } from './hooks/a.js';",
      'src/hooks/a.ts': 'export const a = 1;',
    });

    expect(problems).toEqual([expect.stringContaining('src/core.ts loads src/hooks/a.ts')]);
  });

  it('finds React behind an entry that apps without React import, also where it is loaded later', () => {
    const problems = check({
      'src/testing/index.ts': "export { a } from './react/a.js';",
      'src/testing/react/a.ts': "import 'react'; export const a = 1;",
      'src/persistence/index.ts': "export { b } from './tabs/b.js';",
      'src/persistence/tabs/b.ts': "export const b = () => import('react');",
    });

    expect(problems).toContain('src/testing/index.ts loads src/testing/react/a.ts, which needs React');
    expect(problems).toContain('src/persistence/index.ts loads src/persistence/tabs/b.ts, which needs React');
  });

  it('finds a hook that pulls an implementation of Agent in, but lets it name the type', () => {
    const files = {
      'src/agent/create-agent.ts': 'export const createAgent = 1; export type Options = 1;',
      'src/hooks/a.ts': "import type { Options } from '../agent/create-agent.js'; export type A = Options;",
      'src/hooks/b.ts': "import { createAgent } from '../agent/create-agent.js'; export const b = createAgent;",
    };

    const problems = check(files);

    expect(problems).toEqual(['src/hooks/b.ts loads src/agent/create-agent.ts, an implementation of Agent']);
  });

  it.each([['export const a = 1;'], ["export * from './protocol/a.js';"]])('refuses %s in a barrel', (source) => {
    const problems = check({ 'src/core.ts': source, 'src/protocol/a.ts': 'export const a = 1;' });

    expect(problems).toEqual([expect.stringContaining('may only pass names on')]);
  });
});

describe('the check of the demo', () => {
  it('finds an import past the public entries', () => {
    const source =
      "import 'countersign'; import 'countersign/styles.css'; import 'countersign/store/b'; import '../src/core.js';";

    const problems = checkUsers(buildGraph(new Map([['demo/main.ts', source]])));

    expect(problems).toEqual([
      expect.stringContaining('../src/core.js'),
      expect.stringContaining('countersign/store/b'),
    ]);
  });
});
