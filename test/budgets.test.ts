import { describe, expect, it } from 'vitest';
import { isBarrel } from './setup/architecture-rules.js';
import { measureSource, percentile } from './setup/measure-source.js';
import { readSources } from './setup/source-files.js';

const files = [...readSources('src')].map(([path, source]) => measureSource(path, source));

/** Functions that describe markup or wire a component read well at a greater length. */
function functionLimit(path: string): number {
  return path.endsWith('.tsx') ? 80 : 60;
}

describe('the sources keep the budget of', () => {
  it('lines a file: at most 400, median 90, nine of ten 200', () => {
    const sizes = files.map(({ lines }) => lines);

    expect(files.filter(({ lines }) => lines > 400).map(({ path, lines }) => `${path}: ${lines}`)).toEqual([]);
    expect(percentile(sizes, 0.5)).toBeGreaterThan(0);
    expect(percentile(sizes, 0.5)).toBeLessThanOrEqual(90);
    expect(percentile(sizes, 0.9)).toBeLessThanOrEqual(200);
  });

  it('lines a function: at most 60 (80 in components), nine of ten 30', () => {
    const tooLong = files.flatMap(({ path, functions }) =>
      functions
        .filter(({ lines }) => lines > functionLimit(path))
        .map(({ line, lines }) => `${path}:${line}: ${lines}`),
    );
    const sizes = files.flatMap(({ functions }) => functions.map(({ lines }) => lines));

    expect(tooLong).toEqual([]);
    expect(percentile(sizes, 0.9)).toBeLessThanOrEqual(30);
  });

  it('exports a file: 8, lists of names and the props of components aside', () => {
    const tooMany = files.filter(({ path, exportCount }) => !isBarrel(path) && exportCount > 8);

    expect(tooMany.map(({ path, exportCount }) => `${path}: ${exportCount}`)).toEqual([]);
  });

  it('folder depth: 2 below src', () => {
    const tooDeep = files.filter(({ path }) => path.split('/').length > 4);

    expect(tooDeep.map(({ path }) => path)).toEqual([]);
  });

  it('loose types: none without a reason on the line', () => {
    expect(files.flatMap(({ looseTypes }) => looseTypes)).toEqual([]);
  });

  it('documentation: JSDoc on every exported name', () => {
    expect(files.flatMap(({ undocumented }) => undocumented)).toEqual([]);
  });
});

describe('the measure', () => {
  it('counts lines, functions and exports', () => {
    const source =
      '/** A. */\nexport function a() {\n  return () => 1;\n}\nconst b = 1;\nexport { b, type C } from "./c.js";\n';

    const measures = measureSource('a.ts', source);

    expect(measures.lines).toBe(6);
    expect(measures.functions).toEqual([
      { line: 2, lines: 3 },
      { line: 3, lines: 1 },
    ]);
    expect(measures.exportCount).toBe(3);
    expect(measures.undocumented).toEqual([]);
  });

  it.each([
    ['const a: any = 1;', 'any'],
    ['const a = b!.c;', '!'],
    ['const a = b as unknown as string;', 'as unknown as'],
  ])('finds %s, and takes a reason on the line', (source, what) => {
    const loose = measureSource('a.ts', source).looseTypes;
    const explained = measureSource('a.ts', `${source} // the platform's types are wrong here`).looseTypes;

    expect(loose).toEqual([`a.ts:1 has ${what} without a reason`]);
    expect(explained).toEqual([]);
  });

  it.each([
    'export const a = 1;',
    '// not JSDoc\nexport type A = 1;',
    '/** Of b. */\nconst b = 1;\nexport const a = b;',
  ])('finds the exported name without JSDoc in %j', (source) => {
    expect(measureSource('a.ts', source).undocumented).toHaveLength(1);
  });

  it.each([
    [0.5, 2],
    [0.9, 4],
    [1, 4],
  ])('takes the percentile %d of 4, 1, 3, 2 as %d', (share, expected) => {
    expect(percentile([4, 1, 3, 2], share)).toBe(expected);
  });
});
