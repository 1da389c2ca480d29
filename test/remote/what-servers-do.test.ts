import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Backend, startBackend } from './backends.js';
import { type DocCell, isInGuide, readDocTable } from './doc-table.js';
import { claims, defects } from './server-claims.js';
import { routeOf, startAiSdkTestRoute, startOwnRoute, type TestRoute } from './test-routes.js';

// Checks the guide's table of servers, cell by cell, on the servers themselves: an agent of ours and the AI
// SDK's code in this process, and servers by other authors in `npm run test:all`.

const isWhole = process.env.COUNTERSIGN_ALL === '1';
if (!isWhole) process.stdout.write('  skipped: what servers of others do is tried in npm run test:all\n');

type Kind = 'ai-sdk' | 'pydantic-ai';

interface Column {
  /** Starts a server in this process. */
  readonly start?: () => Promise<TestRoute>;
  readonly others?: readonly [kind: Kind, path: string];
}

const secret = 'a secret of at least thirty-two bytes, for tests only';

/** The servers, by the head of their column. */
const columns: Readonly<Record<string, Column>> = {
  'AI SDK': { start: startAiSdkTestRoute, others: ['ai-sdk', '/chat'] },
  'with an approval secret': { start: () => startAiSdkTestRoute(secret), others: ['ai-sdk', '/chat-signed'] },
  'with `resumable-stream`': { others: ['ai-sdk', '/resumable'] },
  'stored by you': { others: ['ai-sdk', '/chat-stored'] },
  PydanticAI: { others: ['pydantic-ai', '/vercel'] },
  'PydanticAI with a store': { others: ['pydantic-ai', '/vercel-stored'] },
  'our own': { start: startOwnRoute },
};

/** True for behavior of the server. The other cells are choices of the app. */
const isClaim = ({ words }: DocCell): boolean => words !== 'yours to decide';
const cells = readDocTable('AI SDK and PydanticAI').filter(isClaim);

async function tryCell({ row, words }: DocCell, place: TestRoute): Promise<void> {
  const claim = claims[row]?.[words];
  if (claim === undefined) throw new Error(`Nothing tries “${row}: ${words}”.`);
  await claim(place);
}

describe('in this process', () => {
  const own = cells.flatMap((cell) => {
    const start = columns[cell.column]?.start;
    return start === undefined ? [] : [{ ...cell, start }];
  });

  it.each(own)('$column, $row: $words', async ({ start, ...cell }) => {
    await tryCell(cell, await start());
  });
});

describe.runIf(isWhole)('a server of others', () => {
  const backends = new Map<Kind, Backend | string>();
  beforeAll(async () => {
    for (const kind of ['ai-sdk', 'pydantic-ai'] as const) {
      const backend = await startBackend(kind);
      if (typeof backend === 'string') process.stdout.write(`  skipped: ${kind}, since ${backend}\n`);
      backends.set(kind, backend);
    }
  }, 900_000);
  afterAll(() => {
    for (const backend of backends.values()) if (typeof backend !== 'string') backend.stop();
  });

  /** Resets a route. Returns the reason as a string when the server is not available. */
  async function fresh(column: string): Promise<TestRoute | string> {
    const [kind, path] = columns[column]?.others ?? [];
    const backend = kind && backends.get(kind);
    if (backend === undefined || path === undefined) return 'nobody else has one';
    if (typeof backend === 'string') return backend;
    await backend.reset();
    return routeOf(backend, path);
  }

  it.for(cells.filter(({ column }) => columns[column]?.others))('$column, $row: $words', async (cell, { skip }) => {
    const place = await fresh(cell.column);
    if (typeof place === 'string') return skip(place);

    await tryCell(cell, place);
  });

  it.for(defects)('$column: $words', async ({ column, claim }, { skip }) => {
    const place = await fresh(column);
    if (typeof place === 'string') return skip(place);

    await claim(place);
  });
});

it('every cell of the table is tried, and every defect stands in the guide', () => {
  expect(cells.length).toBeGreaterThan(80);
  expect(cells.filter(({ row, words }) => claims[row]?.[words] === undefined)).toEqual([]);
  expect(cells.filter(({ column }) => columns[column] === undefined)).toEqual([]);
  expect(defects.filter(({ words }) => !isInGuide(words))).toEqual([]);
});
