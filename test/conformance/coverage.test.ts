import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { slowSuites } from '../setup/slow-suites.js';
import { readSources, root } from '../setup/source-files.js';

/** The rows of the table, in order. */
const rows: readonly number[] = [
  ...readFileSync(join(root, 'docs/conformance.md'), 'utf8').matchAll(/^\| C(\d+) \|/gm),
].map(([, row]) => Number(row));

/** Tests begin their title with their rows: `it('C15 C21 runs …')`, also after `it.each(…)`. */
const title = /(?<!describe)\(\s*['"`]((?:C\d+ )+)/g;

function rowsIn(source: string): readonly number[] {
  return [...source.matchAll(title)].flatMap(([, names = '']) => [...names.matchAll(/\d+/g)].map(Number));
}

const sources = [...readSources('test')].filter(([path]) => !path.endsWith('/coverage.test.ts'));
const tested: ReadonlySet<number> = new Set(sources.flatMap(([, source]) => rowsIn(source)));
const asNames = (numbers: readonly number[]): string[] => numbers.map((row) => `C${row}`);

it('the table counts its rows from C1, and leaves none out', () => {
  expect(rows.length).toBeGreaterThan(100);
  expect(new Set(rows).size).toBe(rows.length);
  expect(asNames([...rows].sort((a, b) => a - b))).toEqual(asNames(rows.map((_, index) => index + 1)));
});

it('every row of the table has a test', () => {
  expect(asNames(rows.filter((row) => !tested.has(row)))).toEqual([]);
});

it('no test speaks of a row that the table does not have', () => {
  expect(asNames([...tested].filter((row) => !rows.includes(row)))).toEqual([]);
});

/**
 * The rows that only `npm run test:all` checks. Add a row here only on purpose; otherwise keep its suite in
 * the normal run.
 */
const outsideTheGate: readonly string[] = [
  'C106',
  'C119',
  'C122',
  'C123',
  'C179',
  'C381',
  'C492',
  'C493',
  'C494',
  'C495',
];

it('every slow suite exists', () => {
  expect(slowSuites.filter((suite) => !sources.some(([path]) => path === suite))).toEqual([]);
});

it('the gate checks every row but those that are listed here', () => {
  const gate = sources.filter(([path]) => !slowSuites.includes(path));
  const checked = new Set(gate.flatMap(([, source]) => rowsIn(source)));

  expect(asNames(rows.filter((row) => !checked.has(row)))).toEqual(outsideTheGate);
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
