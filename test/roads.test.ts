import { beforeAll, expect, it } from 'vitest';
import { buildWhenStale } from './setup/build-when-stale.js';
import { runNode } from './setup/run-node.js';
import { readSources } from './setup/source-files.js';

beforeAll(buildWhenStale, 120_000);

/**
 * The maximum number of files that a decision may pass through. The targets are 14 for an edit and 8 for an
 * expiry. The excess has reasons: two files lead from a function to the broker (other tabs, call ids), four
 * create a title without secrets and invisible characters, and the loop has one file for all agents, one for
 * ours and one for each kind of step. Lower a limit when its path gets shorter.
 */
const limits: Readonly<Record<string, number>> = {
  'a call is approved with an edit': 21,
  'a batch expires': 11,
};

/** The maximum number of members of these types. */
const members: readonly (readonly [path: string, name: string, limit: number])[] = [
  ['src/agent/run/turn.ts', 'TurnCall', 18],
  ['src/agent/run/run-scope.ts', 'RunScope', 28],
];

it('a decision passes no more files than it has to', async () => {
  const roads: Record<string, readonly string[]> = JSON.parse(await runNode(['scripts/trace-files.mjs', '--json']));

  expect(Object.keys(roads)).toEqual(Object.keys(limits));
  for (const [road, files] of Object.entries(roads))
    expect(files.length <= (limits[road] ?? 0) ? [] : files, `${road}: ${files.length} files`).toEqual([]);
}, 60_000);

it.each(members)('%s: %s has at most %i members', (path, name, limit) => {
  const source = readSources('src').get(path) ?? '';
  const body = new RegExp(`interface ${name} (?:extends [^{]+)?\\{\\n([\\s\\S]*?)\\n\\}`).exec(source)?.[1] ?? '';

  const names = [...body.matchAll(/^ {2}(?:readonly )?(\w+)\??: /gm)].map((match) => match[1]);

  expect(names.length).toBeGreaterThan(10);
  expect(names.length <= limit ? [] : names).toEqual([]);
});
