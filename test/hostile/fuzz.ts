import { CountersignError, type JSONValue } from 'countersign/core';
import fc from 'fast-check';
import { expect } from 'vitest';

/** The duration of each fuzzer in milliseconds. In the full test run, all fuzzers together take ten minutes. */
const budget: number = process.env.COUNTERSIGN_ALL === '1' ? 37_500 : 1_200;
/** The maximum processor time of one case, in milliseconds. Elapsed time would also depend on other processes. */
const caseLimit = 10_000;
/** The maximum growth of the heap during a fuzzer, in bytes. */
const heapLimit = 600_000_000;

const deep = (levels: number): JSONValue => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`) as JSONValue;
const deepObject = (levels: number): JSONValue =>
  JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`) as JSONValue;

/**
 * Any JSON value: with names of `Object.prototype`, objects without `toString`, unusual numbers, long texts,
 * and too many levels.
 */
export const anyJson: fc.Arbitrary<JSONValue> = fc.oneof(
  { weight: 6, arbitrary: fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<JSONValue> },
  {
    weight: 3,
    arbitrary: fc.constantFrom<JSONValue[]>(
      ...[null, '', '__proto__', 'constructor', 'toString', 0, -1, -0, 1e308, 9.3e18, 8.64e15 + 1, true, [], {}],
      ...[[null], [[]], '\u202e', '\ud800', 'data:text/plain,%ff', 'http://127.0.0.1/', '2026-13-45'],
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom<JSONValue[]>(
      JSON.parse('{"__proto__":{"polluted":true}}') as JSONValue,
      JSON.parse('{"constructor":{"prototype":{"polluted":true}}}') as JSONValue,
      { toString: 1, valueOf: 1 },
      JSON.parse('{"toJSON":1,"then":1,"length":3}') as JSONValue,
      { kind: 'tool-approved', overrideArgs: null },
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(240, 300, 1_000).chain((levels) => fc.constantFrom(deep(levels), deepObject(levels))),
  },
  { weight: 1, arbitrary: fc.constantFrom(5_000, 70_000).map((length) => 'x'.repeat(length)) },
);

/** A position in a value, as the keys that lead to it. */
export type Path = readonly (string | number)[];

/** Returns every position in a value, and the value itself last. */
export function places(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null || path.length > 12) return [path];
  return [...Object.entries(value).flatMap(([key, member]) => places(member, [...path, key])), path];
}

/** Returns a copy with another value at a position. `undefined` removes it. */
export function replaceAt(value: unknown, [key, ...rest]: Path, other: unknown): unknown {
  if (key === undefined) return other;
  const entries = Object.entries(value as object).flatMap(([name, member]) => {
    const next = name === String(key) ? replaceAt(member, rest, other) : member;
    return next === undefined ? [] : [[name, next] as const];
  });
  return Array.isArray(value) ? entries.map(([, member]) => member) : Object.fromEntries(entries);
}

/** Valid values with other values in some positions. */
export function mutatedValues(
  samples: () => readonly unknown[],
  other: fc.Arbitrary<unknown> = anyJson,
): fc.Arbitrary<unknown> {
  const change = fc.record({ place: fc.nat(), other: fc.option(other, { nil: undefined }) });
  return fc.record({ sample: fc.nat(), changes: fc.array(change, { maxLength: 4 }) }).map(({ sample, changes }) => {
    const all = samples();
    let value: unknown = all[sample % all.length];
    for (const one of changes) {
      const found = places(value);
      value = replaceAt(value, found[one.place % found.length] ?? [], one.other) ?? null;
    }
    return value;
  });
}

/** Valid lists of messages, with inserted, repeated, removed and changed messages. */
export function mutatedList(samples: () => readonly (readonly unknown[])[]): fc.Arbitrary<readonly unknown[]> {
  const one = mutatedValues(() => samples().flat());
  const edit = fc.record({
    at: fc.nat(),
    what: fc.constantFrom('put', 'add', 'twice', 'drop'),
    item: fc.oneof(one, anyJson),
  });
  return fc.record({ sample: fc.nat(), edits: fc.array(edit, { maxLength: 6 }) }).map(({ sample, edits }) => {
    const all = samples();
    const list = [...(all[sample % all.length] ?? [])];
    for (const { at, what, item } of edits) {
      const place = at % Math.max(1, list.length);
      if (what === 'put') list.splice(place, 1, item);
      if (what === 'add') list.splice(place, 0, item);
      if (what === 'twice') list.splice(place, 0, list[place]);
      if (what === 'drop') list.splice(place, 1);
    }
    return list;
  });
}

/** Error messages of engines, which mean that a reader did not check its input. */
const engineWords =
  /Cannot (?:read|convert|destructure|set|use 'in'|mix)|is not (?:a function|iterable|a constructor|an [Oo]bject|defined)|Maximum call stack|Invalid (?:time|array|string|URL|Date)|circular structure|BigInt/;

/** Fails for an error that is not of the package, or that only wraps an engine's error. */
export function expectTyped(error: unknown): void {
  const isOwn = CountersignError.isInstance(error) && error.code !== '' && !engineWords.test(error.message);
  if (!isOwn) throw new Error(`Not an error of the package: ${describe(error)}`, { cause: error });
}

function describe(error: unknown): string {
  return error instanceof Error ? `${error.stack}` : 'no error at all';
}

/** Runs work that may only fail with an error of the package. */
export async function allowTypedErrors(work: () => unknown): Promise<unknown> {
  try {
    return await work();
  } catch (error) {
    expectTyped(error);
    return undefined;
  }
}

const prototypes = [Object, Array, Function, String, Error, Map, Promise].map((made) => made.prototype as object);
const namesOf = (): string => JSON.stringify(prototypes.map((one) => Reflect.ownKeys(one).map(String)));

/** Reads one value, and checks the general guarantees. */
async function readOne<T>(value: T, read: (value: T) => unknown, names: string): Promise<void> {
  const before = process.cpuUsage();
  await read(value);
  const { user, system } = process.cpuUsage(before);
  const took = Math.round((user + system) / 1_000);
  if (took > caseLimit) throw new Error(`It took ${took} ms of processor time.`);
  if (namesOf() !== names || 'polluted' in {}) throw new Error('A prototype was changed.');
}

/** The seed: fixed in a normal run, and random in the full test run. */
function seedOfRun(): number {
  const chosen = process.env.COUNTERSIGN_ALL === '1' ? fc.readConfigureGlobal().seed : 30;
  return Number(process.env.COUNTERSIGN_PROPERTY_SEED ?? chosen);
}

/**
 * Passes random values to a reader until the time is up. Fails for other errors, hangs, changed prototypes,
 * and a growing heap.
 */
export async function fuzz<T>(values: fc.Arbitrary<T>, read: (value: T) => unknown): Promise<void> {
  const names = namesOf();
  const heap = process.memoryUsage().heapUsed;
  const seed = seedOfRun();
  let count = 0;
  let hasFailed = false;
  let last: Promise<void> = Promise.resolve();
  const property = fc.asyncProperty(values, (value) => {
    count += 1;
    last = readOne(value, read, names).catch((error: unknown) => {
      // Printed immediately, because shrinking may hang or need all memory.
      if (!hasFailed) process.stderr.write(`COUNTERSIGN_PROPERTY_SEED=${seed}, input ${count}: ${error}\n`);
      hasFailed = true;
      throw error;
    });
    return last;
  });
  await fc.assert(property, {
    numRuns: Number.MAX_SAFE_INTEGER,
    interruptAfterTimeLimit: budget,
    markInterruptAsFailure: false,
    seed,
  });
  // fast-check ignores the case that is running when the time is up, so a hang or a failure would pass.
  await last;
  // The number depends on the machine. The full test run prints it.
  expect(count).toBeGreaterThan(0);
  expect(process.memoryUsage().heapUsed - heap).toBeLessThan(heapLimit);
  if (process.env.COUNTERSIGN_ALL === '1')
    process.stderr.write(`${expect.getState().currentTestName}: ${count} inputs\n`);
}
