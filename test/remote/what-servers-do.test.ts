import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Backend, startBackend } from './backends.js';
import { type DocCell, isInGuide, readDocTable } from './doc-table.js';
import { type Place, placeOf, startAiSdkPlace, startOwnPlace } from './places.js';
import { claims, defects } from './server-claims.js';

// What the guide says of servers, cell by cell, on the servers themselves: an agent of ours and the AI SDK's code in
// this process, and those that others wrote in `npm run test:all`.

const isWhole = process.env.COUNTERSIGN_ALL === '1';
if (!isWhole) process.stdout.write('  skipped: what servers of others do is tried in npm run test:all\n');

type Kind = 'ai-sdk' | 'pydantic-ai';

interface Column {
  /** In this process. */
  readonly start?: () => Promise<Place>;
  readonly others?: readonly [kind: Kind, path: string];
}

const secret = 'a secret of at least thirty-two bytes, for tests only';

/** The servers of the table, by its head. */
const columns: Readonly<Record<string, Column>> = {
  'AI SDK': { start: startAiSdkPlace, others: ['ai-sdk', '/chat'] },
  'with an approval secret': { start: () => startAiSdkPlace(secret), others: ['ai-sdk', '/chat-signed'] },
  'with `resumable-stream`': { others: ['ai-sdk', '/resumable'] },
  'stored by you': { others: ['ai-sdk', '/chat-stored'] },
  PydanticAI: { others: ['pydantic-ai', '/vercel'] },
  'PydanticAI with a store': { others: ['pydantic-ai', '/vercel-stored'] },
  'our own': { start: startOwnPlace },
};

/** What an app decides is nothing that a server does. */
const isClaim = ({ words }: DocCell): boolean => words !== 'yours to decide';
const cells = readDocTable('AI SDK and PydanticAI').filter(isClaim);

async function tryCell({ row, words }: DocCell, place: Place): Promise<void> {
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
  }, 300_000);
  afterAll(() => {
    for (const backend of backends.values()) if (typeof backend !== 'string') backend.stop();
  });

  /** A route as if nobody had asked it before; a text: why it cannot be had. */
  async function fresh(column: string): Promise<Place | string> {
    const [kind, path] = columns[column]?.others ?? [];
    const backend = kind && backends.get(kind);
    if (backend === undefined || path === undefined) return 'nobody else has one';
    if (typeof backend === 'string') return backend;
    await backend.reset();
    return placeOf(backend, path);
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
