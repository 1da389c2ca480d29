import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { storyCode } from './story-code.js';
import type { ReadSibling } from './story-module.js';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Adds the code for “Show code” to each story, as an app would write it. A story with its own `docs.source.code` keeps
 * that.
 */
export function storyCodes(): Plugin {
  return {
    name: 'countersign:story-code',
    enforce: 'pre',
    transform(text, id) {
      if (!id.endsWith('.stories.tsx')) return null;
      const codes = Object.entries(codesOf(text, id)).map(codeParameter);
      return { code: [text, ...codes].join('\n'), map: null };
    },
  };
}

/** Returns the formatted code of each story of a file. */
export function codesOf(text: string, id: string): Readonly<Record<string, string>> {
  const codes = Object.entries(storyCode(text, siblingsOf(id)));
  const parting = '// The next story.';
  const formatted = format(codes.map(([, code]) => code).join(`\n${parting}\n`)).split(parting);
  return Object.fromEntries(codes.map(([name], index) => [name, formatted[index]?.trim() ?? '']));
}

/** Returns `true` for modules whose code is shown: only scripts are short enough. */
export function siblingsOf(id: string): ReadSibling {
  return (from) => {
    const path = join(dirname(id), from.replace(/support\/index\.js$/, 'support/calls.ts'));
    return path.endsWith('calls.ts') && existsSync(path) ? readFileSync(path, 'utf8') : undefined;
  };
}

/** Formats code like the sources, with lines that fit a page of Storybook. */
function format(code: string): string {
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
  const options = ['format', '--line-width=100', '--stdin-file-path=story.tsx'];
  const { stdout, stderr, status } = spawnSync(process.execPath, [biome, ...options], {
    input: code,
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The code of a story cannot be formatted: ${stderr}\n${code}`);
  return stdout;
}

function codeParameter([name, code]: readonly [string, string]): string {
  const own = `...meta.parameters?.docs?.source, ...${name}.parameters?.docs?.source`;
  const source = `{ code: ${JSON.stringify(code)}, type: 'code', language: 'tsx', ${own} }`;
  return `${name}.parameters = { ...${name}.parameters, docs: { ...${name}.parameters?.docs, source: ${source} } };`;
}
