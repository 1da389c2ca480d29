import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Backend, startBackend } from '../backends.js';
import { isInGuide, readDocTable } from '../doc-table.js';
import { routeOf } from '../test-routes.js';
import type { AgUiRoute } from './claim-support.js';
import { claims } from './server-claims.js';
import { defects } from './server-defects.js';

// Checks the guide's table of AG-UI servers, cell by cell, on the real servers. A part of `npm run test:all`.

const isWhole = process.env.COUNTERSIGN_ALL === '1';
if (!isWhole) process.stdout.write('  skipped: what AG-UI servers do is tried in npm run test:all\n');

type Kind = 'pydantic-ai' | 'langgraph' | 'agent-framework';

/** The servers, by the head of their column. */
const columns: Readonly<Record<string, string>> = {
  PydanticAI: '/ag-ui',
  'PydanticAI with a store': '/ag-ui-stored',
  'LangGraph, `batched`': '/batched',
  'LangGraph, `per_call`': '/per-call',
  'Agent Framework': '/agent',
};

const kindOf: Readonly<Record<string, Kind>> = {
  '/ag-ui': 'pydantic-ai',
  '/ag-ui-stored': 'pydantic-ai',
  '/batched': 'langgraph',
  '/per-call': 'langgraph',
  '/legacy': 'langgraph',
  '/agent': 'agent-framework',
  '/detached': 'agent-framework',
};

const cells = readDocTable('AG-UI');

describe.runIf(isWhole)('a server of others', () => {
  const backends = new Map<Kind, Backend | string>();
  beforeAll(async () => {
    for (const kind of new Set(Object.values(kindOf))) {
      const backend = await startBackend(kind);
      if (typeof backend === 'string') process.stdout.write(`  skipped: ${kind}, since ${backend}\n`);
      backends.set(kind, backend);
    }
  }, 900_000);
  afterAll(() => {
    for (const backend of backends.values()) if (typeof backend !== 'string') backend.stop();
  });

  /** Resets a route. Returns the reason as a string when the server is not available. */
  async function fresh(path: string): Promise<AgUiRoute | string> {
    const kind = kindOf[path];
    const backend = kind && backends.get(kind);
    if (backend === undefined || typeof backend === 'string') return backend ?? `no server has ${path}`;
    await backend.reset();
    const { api, journal } = routeOf(backend, path);
    return { url: api, journal, ...(path === '/agent' && { detachedUrl: routeOf(backend, '/detached').api }) };
  }

  it.for(cells)('$column, $row: $words', async ({ column, row, words }, { skip }) => {
    const place = await fresh(columns[column] ?? '');
    if (typeof place === 'string') return skip(place);

    const claim = claims[row]?.[words];
    if (claim === undefined) throw new Error(`Nothing tries “${row}: ${words}”.`);
    await claim(place);
  });

  const found = defects.flatMap(({ words, paths, claim }) => paths.map((path) => ({ words, path, claim })));
  it.for(found)('$path: $words', async ({ path, claim }, { skip }) => {
    const place = await fresh(path);
    if (typeof place === 'string') return skip(place);

    await claim(place);
  });
});

it('every cell of the table is tried, and every defect stands in the guide', () => {
  expect(cells.length).toBeGreaterThan(60);
  expect(cells.filter(({ row, words }) => claims[row]?.[words] === undefined)).toEqual([]);
  expect(cells.filter(({ column }) => columns[column] === undefined)).toEqual([]);
  expect(defects.filter(({ words }) => !isInGuide(words))).toEqual([]);
});
