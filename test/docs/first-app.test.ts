import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../setup/source-files.js';

const page = await readFile(join(root, 'docs/start/first-app.md'), 'utf8');
const snippets = [...page.matchAll(/```tsx\n([\s\S]*?)```/g)].map(([, code = '']) => code.trimEnd().split('\n'));

/** Returns everything except the model, which the test replaces with a scripted one. */
const butModel = (lines: readonly string[]): string =>
  lines
    .filter((line) => !/createOpenAICompatible|from '\.\/models\.js'/.test(line))
    .join('\n')
    .replaceAll(/\n{2,}/g, '\n');

it.each([
  { file: 'first-chat.tsx', index: 0, limit: 40 },
  { file: 'own-card.tsx', index: 1, limit: 50 },
])('the page shows the app that runs in a browser: $file, in at most $limit lines', async ({ file, index, limit }) => {
  const shown = snippets[index] ?? [];
  const run = (await readFile(join(root, 'test/docs', file), 'utf8')).trimEnd().split('\n');

  expect(shown.length).toBeLessThanOrEqual(limit);
  expect(butModel(shown)).toBe(butModel(run));
});
