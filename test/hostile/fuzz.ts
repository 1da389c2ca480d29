import { CountersignError, type JSONValue } from 'countersign/core';
import fc from 'fast-check';
import { expect } from 'vitest';

/** How long each fuzzer runs, in milliseconds: ten minutes for all of them where everything is tested. */
const budget: number = process.env.COUNTERSIGN_ALL === '1' ? 37_500 : 1_200;
/**
 * The most processor time that a single case may take, in milliseconds. How long it takes depends on other processes,
 * too.
 */
const caseLimit = 10_000;
/** By how much the heap may have grown when a fuzzer ends, in bytes. */
const heapLimit = 600_000_000;

const deep = (levels: number): JSONValue => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`) as JSONValue;
const deepObject = (levels: number): JSONValue =>
  JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`) as JSONValue;

/**
 * Any JSON: with names that every object has, objects that cannot become strings, odd numbers, long texts, and too many
 * levels.
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

/** A place in a value, as the names that lead to it. */
export type Path = readonly (string | number)[];

/** Every place in a value, the value itself last. */
export function places(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null || path.length > 12) return [path];
  return [...Object.entries(value).flatMap(([key, member]) => places(member, [...path, key])), path];
}

/** A copy with something else at a place; `undefined` leaves it out. */
export function withAt(value: unknown, [key, ...rest]: Path, other: unknown): unknown {
  if (key === undefined) return other;
  const entries = Object.entries(value as object).flatMap(([name, member]) => {
    const next = name === String(key) ? withAt(member, rest, other) : member;
    return next === undefined ? [] : [[name, next] as const];
  });
  return Array.isArray(value) ? entries.map(([, member]) => member) : Object.fromEntries(entries);
}

/** Values that were right, with something else in some places. */
export function mutated(
  samples: () => readonly unknown[],
  other: fc.Arbitrary<unknown> = anyJson,
): fc.Arbitrary<unknown> {
  const change = fc.record({ place: fc.nat(), other: fc.option(other, { nil: undefined }) });
  return fc.record({ sample: fc.nat(), changes: fc.array(change, { maxLength: 4 }) }).map(({ sample, changes }) => {
    const all = samples();
    let value: unknown = all[sample % all.length];
    for (const one of changes) {
      const found = places(value);
      value = withAt(value, found[one.place % found.length] ?? [], one.other) ?? null;
    }
    return value;
  });
}

/** Lists of messages that were right, with others in between, twice, left out, and changed. */
export function mutatedList(samples: () => readonly (readonly unknown[])[]): fc.Arbitrary<readonly unknown[]> {
  const one = mutated(() => samples().flat());
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

/** How engines word what a reader should have checked. */
const engineWords =
  /Cannot (?:read|convert|destructure|set|use 'in'|mix)|is not (?:a function|iterable|a constructor|an [Oo]bject|defined)|Maximum call stack|Invalid (?:time|array|string|URL|Date)|circular structure|BigInt/;

/** Fails for whatever is not an error of the package, or only wraps what an engine threw. */
export function expectTyped(error: unknown): void {
  const isOwn = CountersignError.isInstance(error) && error.code !== '' && !engineWords.test(error.message);
  if (!isOwn) throw new Error(`Not an error of the package: ${describe(error)}`, { cause: error });
}

function describe(error: unknown): string {
  return error instanceof Error ? `${error.stack}` : 'no error at all';
}

/** Runs work that may only fail with an error of the package. */
export async function orTyped(work: () => unknown): Promise<unknown> {
  try {
    return await work();
  } catch (error) {
    expectTyped(error);
    return undefined;
  }
}

const prototypes = [Object, Array, Function, String, Error, Map, Promise].map((made) => made.prototype as object);
const namesOf = (): string => JSON.stringify(prototypes.map((one) => Reflect.ownKeys(one).map(String)));

/** Reads one value and checks what no value may do. */
async function readOne<T>(value: T, read: (value: T) => unknown, names: string): Promise<void> {
  const before = process.cpuUsage();
  await read(value);
  const { user, system } = process.cpuUsage(before);
  const took = Math.round((user + system) / 1_000);
  if (took > caseLimit) throw new Error(`It took ${took} ms of processor time.`);
  if (namesOf() !== names || 'polluted' in {}) throw new Error('A prototype was changed.');
}

/** The seed of a run: a fixed one in the gate, and the one that the set-up has chosen where everything is tested. */
function seedOfRun(): number {
  const chosen = process.env.COUNTERSIGN_ALL === '1' ? fc.readConfigureGlobal().seed : 30;
  return Number(process.env.COUNTERSIGN_PROPERTY_SEED ?? chosen);
}

/**
 * Feeds random values to a reader until the time is up: no other error, no hang, no changed prototype, no growing heap.
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
      // At once: a smaller case that is looked for may hang, or need all memory.
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
  // fast-check leaves the case alone that runs when the time is up: one that hangs or fails would pass.
  await last;
  // How many depends on the machine; where everything is tested, the number is printed.
  expect(count).toBeGreaterThan(0);
  expect(process.memoryUsage().heapUsed - heap).toBeLessThan(heapLimit);
  if (process.env.COUNTERSIGN_ALL === '1')
    process.stderr.write(`${expect.getState().currentTestName}: ${count} inputs\n`);
}
