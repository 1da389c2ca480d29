import { describe, expect, it } from 'vitest';
import { maxMarks, type TextKind } from '../../../src/approval/deceptive/deceptive-mark.js';
import { cutAtMarks, findDeceptiveText } from '../../../src/approval/deceptive/deceptive-text.js';
import { findDeceptiveValues } from '../../../src/approval/deceptive/deceptive-values.js';
import type { JSONValue } from '../../../src/protocol/base/json.js';
import { cpuMillisecondsSince } from '../../support/cpu-time.js';
import { hostileDeceptive } from './hostile-deceptive.js';

const kinds: readonly (TextKind | undefined)[] = ['text', 'path', 'url', 'host', 'code', undefined];

/** 30 kB, or 100 kB in the complete run. A quadratic search would take minutes: the limits are far from both. */
const [size, limit] = process.env.COUNTERSIGN_ALL === '1' ? [100_000, 10_000] : [30_000, 3_000];

describe('the search for deceptive text', () => {
  it.each(Object.entries(hostileDeceptive))(`C122 finishes with ${size / 1000} kB of any kind: %s`, (_, make) => {
    const text = make(size);
    const start = process.cpuUsage();

    const found = kinds.map((kind) => findDeceptiveText(text, { kind }));

    for (const marks of found) {
      expect(marks.length).toBeGreaterThan(0);
      expect(marks.length).toBeLessThanOrEqual(maxMarks + 1);
    }
    expect(cpuMillisecondsSince(start)).toBeLessThan(limit);
  });

  it.each([
    ['a\u200B', 'text'],
    ['аb/', 'path'],
    ['\x01 ', 'url'],
    [' a    ', 'path'],
    ['aа ', 'text'],
    ['\u202Ea', 'code'],
    ['https://a@b ', 'text'],
    ['%41.', 'host'],
    ['.pdf.exe ', 'text'],
    ['\u2024a', 'url'],
    ['\\', 'url'],
    [`a${' '.repeat(80)}`, 'code'],
  ] as const)('C122 stops at a number of marks that a page can show, and says so: %j', (part, kind) => {
    const head = part === '\\' ? 'https:' : '';
    const tail = part === '\x01 ' ? 'https://a' : '';
    const text = head + part.repeat(300_000 / part.length) + tail;

    const marks = findDeceptiveText(text, { kind, maxLength: Number.POSITIVE_INFINITY });

    const last = marks.at(-1);
    expect(marks).toHaveLength(maxMarks + 1);
    expect(last).toMatchObject({ kind: 'long', end: text.length });
    expect(marks.filter((mark) => mark.start > (last?.start ?? 0))).toEqual([]);
    // A search in a part of the text finds the same marks in that part.
    const half = marks[maxMarks / 2]?.start ?? 0;
    const before = findDeceptiveText(text, { kind, maxScan: half }).filter((mark) => mark.end < half - part.length);
    expect(marks.slice(0, before.length)).toEqual(before);
    expect(
      cutAtMarks(text, marks)
        .map((piece) => piece.text)
        .join(''),
    ).toBe(text);
  });

  it('C122 calls kindOf once for each text, at any depth', () => {
    let value: JSONValue = ['x'];
    for (let depth = 0; depth < 30_000; depth++) value = ['x', value];
    const start = process.cpuUsage();

    expect(findDeceptiveValues({ path: value })).toEqual([]);

    expect(cpuMillisecondsSince(start)).toBeLessThan(10_000);
  });
});
