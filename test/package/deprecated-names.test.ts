import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSources, root } from '../setup/source-files.js';

const readTypes = (name: string): string => readFileSync(join(root, 'node_modules', name, 'dist/index.d.ts'), 'utf8');

/** Returns the names that declarations mark as deprecated; of a `type` member, its value. */
function deprecatedIn(declarations: string): ReadonlySet<string> {
  const comments = declarations.matchAll(/@deprecated[^@]*?\*\/\s*([^\n]+)/g);
  const names = [...comments].flatMap(([, line = '']) => {
    const [, type] = /^type: '([\w-]+)'/.exec(line) ?? [];
    const [, name] =
      /^(?:export |declare |readonly |static |const |function |type |interface )*([\w$]+)/.exec(line) ?? [];
    return [type ?? name ?? ''];
  });
  return new Set(names);
}

const deprecated = new Set([
  ...deprecatedIn(readTypes('ai')),
  ...deprecatedIn(readTypes('@ai-sdk/provider')),
  ...deprecatedIn(readTypes('@ai-sdk/provider-utils')),
]);

const page = readFileSync(join(root, 'docs/releases.md'), 'utf8');
const [, section = ''] = page.split('## Deprecated parts of the AI SDK\n');
const rows = section.split('\n## ')[0]?.match(/^\| [^\n]*`[^\n]*$/gm) ?? [];
const listed = rows.flatMap((row) =>
  [...(row.split('|')[1] ?? '').matchAll(/`([\w-]+)`/g)].map(([, name = '']) => name),
);

describe('the deprecated parts of the AI SDK', () => {
  it('are listed by the names that its types mark', () => {
    const notMarked = listed.filter((name) => !['ai', 'image'].includes(name) && !deprecated.has(name));

    expect(deprecated.size).toBeGreaterThan(50);
    expect(listed.length).toBeGreaterThan(8);
    expect(notMarked).toEqual([]);
  });

  it('are imported by no module, except for the listed ones', () => {
    const imports = [...readSources('src')].flatMap(([path, source]) =>
      [...source.matchAll(/import (?:type )?\{([^}]*)\} from '(?:ai|@ai-sdk\/provider)'/g)].flatMap(([, names = '']) =>
        names.split(',').map((name) => ({ path, name: name.replace(/\btype\b| as .*/g, '').trim() })),
      ),
    );

    expect(imports.length).toBeGreaterThan(50);
    expect(imports.filter(({ name }) => name !== '' && deprecated.has(name) && !listed.includes(name))).toEqual([]);
  });
});
