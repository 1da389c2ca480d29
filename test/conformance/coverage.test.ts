import { expect, it } from 'vitest';
import { readSources } from '../setup/source-files.js';

/** The rows of the conformance table. */
const rows: readonly number[] = [...range(1, 105), ...range(111, 116)];

/** Rows that cannot be tested yet, and what they wait for. */
const waiting: ReadonlyMap<number, string> = new Map([]);

/** Tests name their rows at the start of their title: `it('C15 C21 runs …')`, also behind `it.each(…)`. */
const title = /(?<!describe)\(\s*['"`]((?:C\d+ )+)/g;

function rowsIn(source: string): readonly number[] {
  return [...source.matchAll(title)].flatMap(([, names = '']) => [...names.matchAll(/\d+/g)].map(Number));
}

const sources = [...readSources('test')].filter(([path]) => !path.endsWith('/coverage.test.ts'));
const tested: ReadonlySet<number> = new Set(sources.flatMap(([, source]) => rowsIn(source)));
const asNames = (numbers: readonly number[]): string[] => numbers.map((row) => `C${row}`);

it('every row of the conformance table has a test', () => {
  const missing = rows.filter((row) => !tested.has(row) && !waiting.has(row));

  // biome-ignore lint/suspicious/noConsole: what waits has to be seen
  for (const [row, reason] of waiting) console.info(`C${row} waits: ${reason}`);
  expect(asNames(missing)).toEqual([]);
});

it('no row waits that has a test', () => {
  expect(asNames([...waiting.keys()].filter((row) => tested.has(row)))).toEqual([]);
});

it('rows are read from titles, and from nothing else', () => {
  const source = `
    it('C15 C21 runs both', () => {});
    it.each([1])(
      "C22 %s",
    );
    describe('C1 is a group', () => {});
    // C2 is a remark, and so is 'C3 in quotes'
  `;

  expect(rowsIn(source)).toEqual([15, 21, 22]);
});

function range(first: number, last: number): readonly number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
