import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, it } from 'vitest';
import { storyCode } from '../../.storybook/story-code.js';
import { siblingsOf } from '../../.storybook/story-code-plugin.js';
import { readSources, root } from '../setup/source-files.js';

let folder: string;

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** Returns the generated code of every story as files. Stories with custom code are omitted. */
function readStoryCodes(): ReadonlyMap<string, string> {
  const files = [...readSources('stories')].filter(
    ([path, text]) => /\.stories\.tsx$/.test(path) && !text.includes('source: { code }'),
  );
  return new Map(
    files.flatMap(([path, text]) => {
      const codes = Object.entries(storyCode(text, siblingsOf(join(root, path))));
      const beside = join(root, dirname(path));
      return codes.map(
        ([name, code]) =>
          [
            `${basename(path, '.stories.tsx')}-${name}.tsx`,
            code.replaceAll(/from '(\.[^']*)'/g, (_, from: string) => `from '${join(beside, from)}'`),
          ] as const,
      );
    }),
  );
}

it('the code that a story shows type-checks as a file of an app', async () => {
  const codes = readStoryCodes();
  folder = await mkdtemp(join(root, 'node_modules/.story-code-'));
  await Promise.all([...codes].map(([name, code]) => writeFile(join(folder, name), code)));
  const include = ['*.tsx'];
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: join(root, 'tsconfig.json'), include, exclude: [] }),
  );

  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const { stdout } = await promisify(execFile)(process.execPath, [tsc, '-p', folder]).catch(
    (error: { stdout: string }) => error,
  );

  expect(codes.size).toBeGreaterThan(200);
  expect(stdout).toBe('');
});
