import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { beforeAll, expect, it } from 'vitest';
import { buildWhenStale } from './setup/build-when-stale.js';
import { type PublicName, publicNames, reachedFrom } from './setup/declarations.js';
import { readPages, snippetsOf } from './setup/pages.js';
import { readSources, root } from './setup/source-files.js';

const { exports }: { exports: Record<string, string | { types: string }> } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
);

/** The public names of each entry. */
function readEntries(): ReadonlyMap<string, readonly PublicName[]> {
  const modules = Object.entries(exports).filter(([subpath]) => !/\.(?:css|json)$/.test(subpath));
  return new Map(
    modules.map(([subpath, target]) => [
      subpath.replace('.', 'countersign'),
      typeof target === 'string' ? [] : publicNames(target.types.replace('./', '')),
    ]),
  );
}

/**
 * Returns the code that readers see and that is type-checked: on the docs pages, in the stories and in the
 * demo.
 */
function readCode(): ReadonlyMap<string, string> {
  const snippets = readPages().flatMap(snippetsOf);
  return new Map([...readSources('stories', 'demo'), ...snippets.map(({ file, code }) => [file, code] as const)]);
}

/** Returns the names that a file imports from the package, with the entry. */
function importsOf([path, code]: readonly [string, string]): readonly {
  readonly entry: string;
  readonly name: string;
}[] {
  const own = parseSync(path, code).module.staticImports.filter(({ moduleRequest }) =>
    /^countersign(?:\/|$)/.test(moduleRequest.value),
  );
  return own.flatMap(({ moduleRequest, entries }) =>
    entries.map(({ importName }) => ({ entry: moduleRequest.value, name: importName.name ?? '*' })),
  );
}

beforeAll(buildWhenStale, 120_000);

it('each public name is used on a page, in a story or in the demo, or is a type in the signature of one that is', () => {
  const entries = readEntries();

  const imported = [...readCode()].flatMap(importsOf);
  const used = imported.flatMap(({ entry, name }) => entries.get(entry)?.filter((one) => one.name === name) ?? []);
  const origins = new Set(used.map(({ origin }) => origin));
  const reached = reachedFrom([...origins]);
  const unused = [...entries.values()].flat().filter(({ isType, origin }) => !(isType ? reached : origins).has(origin));

  expect(used.length).toBeGreaterThan(100);
  expect(new Set(unused.map(({ name, isType }) => (isType ? `type ${name}` : name)))).toEqual(new Set());
});

/** Returns the components among names, including those of namespaces. */
function componentsOf(names: readonly PublicName[]): readonly PublicName[] {
  return names.flatMap((one) => {
    if (one.isType || !/^[A-Z]/.test(one.name) || one.name.endsWith('Error')) return [];
    return one.origin.endsWith('#*') ? componentsOf(publicNames(one.origin.replace('#*', ''))) : [one];
  });
}

it('each part of a namespace is declared by its element, its state and its own props alone', () => {
  const parts = componentsOf(publicNames('dist/components/index.d.ts')).filter(({ origin }) =>
    /#(?!.*\*)/.test(origin),
  );

  const spelledOut = parts.filter(({ origin }) => {
    const [file = '', name] = origin.split('#');
    return /ForwardRefExoticComponent|RefAttributes/.test(
      new RegExp(`const ${name}: [^;]*;`).exec(readFileSync(join(root, file), 'utf8'))?.[0] ?? '',
    );
  });

  expect(parts.length).toBeGreaterThan(150);
  expect(spelledOut).toEqual([]);
});

it('the check follows signatures, and leads nowhere else', () => {
  const names = publicNames('dist/components/index.d.ts');
  const originOf = (name: string): string => names.find((one) => one.name === name)?.origin ?? '';

  const reached = reachedFrom([originOf('diffJson')]);

  expect([...reached]).toContain(originOf('JsonChange'));
  expect([...reached]).toContain('@ai-sdk/provider#JSONValue');
  expect([...reached]).not.toContain(originOf('Replay'));
  expect(originOf('Approval')).toBe('dist/components/approval/approval.parts.d.ts#*');
});
