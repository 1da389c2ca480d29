import { describe, expect, it } from 'vitest';
import { type PublicFunction, PublicFunctions } from '../setup/public-functions.js';
import { readSources, type Sources } from '../setup/source-files.js';

const entries = [
  'core.ts',
  'index.ts',
  'components/index.ts',
  'testing/index.ts',
  'testing/react/index.ts',
  'markdown/index.ts',
  'persistence/index.ts',
  'json-schema/index.ts',
  'mcp/index.ts',
];

/** True for a type whose members are options of a function. */
const isOptions = (type: string): boolean => /(?:Options|Settings|Definition|Init|Environment|Language)$/.test(type);

/** Returns the options of a function that have no description, or whose default is not documented. */
function optionProblems(read: PublicFunctions, { path }: PublicFunction, type: string): readonly string[] {
  const members = read.membersOf(path, type) ?? [];
  return members.flatMap(({ name, isOptional, doc }) => {
    if (doc === '') return [`${type}.${name} has no JSDoc`];
    return isOptional && !/\bdefault\b|\bwithout\b|\bleft out\b/i.test(doc) ? [`${type}.${name} says no default`] : [];
  });
}

/**
 * Returns the undocumented parameters of a function. An options object is documented by the members of its
 * type.
 */
function problemsOf(read: PublicFunctions, found: PublicFunction): readonly string[] {
  const told = [...found.doc.matchAll(/^@param (\w+) \S/gm)].map(([, name]) => name);
  const names = new Set(found.params.map(({ name }) => name));
  const params = found.params.flatMap(({ name, type = '' }) => {
    const isBag = (name === undefined || name === 'options') && isOptions(type);
    const isExplained = isBag || told.some((one) => (name === undefined ? !names.has(one) : one === name));
    return [
      ...(isExplained ? [] : [`no @param ${name ?? type}`]),
      ...(isOptions(type) ? optionProblems(read, found, type) : []),
    ];
  });
  const throws = found.doc.split('\n@').filter((tag) => tag.startsWith('throws '));
  const untold = found.throws.filter((code) => !throws.some((tag) => tag.includes(`\`${code}\``)));
  return [...params, ...untold.map((code) => `no @throws \`${code}\``)].map((problem) => `${found.name}: ${problem}`);
}

function check(sources: Sources, ...paths: readonly string[]) {
  const read = new PublicFunctions(sources);
  const functions = paths.flatMap((path) => read.of(path));
  return { functions, problems: functions.flatMap((found) => problemsOf(read, found)) };
}

it('the JSDoc of each public function says what its parameters are, and which errors it throws', () => {
  const { functions, problems } = check(readSources('src'), ...entries.map((entry) => `src/${entry}`));

  expect(functions.length).toBeGreaterThan(70);
  expect(functions.filter((found) => found.throws.length > 0).length).toBeGreaterThan(10);
  expect(problems).toEqual([]);
});

/** Returns the problems of one function named `act`, given its source and other files. */
function problemsIn(source: string, others: Readonly<Record<string, string>> = {}): readonly string[] {
  return check(new Map(Object.entries({ 'a.ts': source, ...others })), 'a.ts').problems;
}

describe('the check', () => {
  it.each([
    ['a parameter', '/** Acts. */\nexport function act(a: string): void {}', 'act: no @param a'],
    ['a rest of them', '/** Acts. */\nexport function act(...all: string[]): void {}', 'act: no @param all'],
    ['an empty line for one', '/** @param a */\nexport function act(a = 1): void {}', 'act: no @param a'],
    [
      'an option',
      'interface O extends P {}\ninterface P { readonly b: string }\ntype ActOptions = Omit<O, "c"> & { /** It. */ d: 1 };\nexport function act(options: ActOptions): void {}',
      'act: ActOptions.b has no JSDoc',
    ],
    [
      'a default',
      'interface ActOptions { /** It. */ readonly b?: string }\nexport function act({ b }: ActOptions = {}): void {}',
      'act: ActOptions.b says no default',
    ],
    [
      'an error',
      'export function act(): void { if (Date.now() > 0) throw new UserError("too-late", "Too late."); }',
      'act: no @throws `too-late`',
    ],
    [
      'an error that another function makes, in a loop',
      'export function act(): void { [1].map(() => { throw late(); }); }\nfunction late() { return new UserError("too-late", "Too late."); }',
      'act: no @throws `too-late`',
    ],
  ])('finds what is not said of %s', (_, source, problem) => {
    expect(problemsIn(source)).toEqual([problem]);
  });

  it('follows calls into other files, and constructors', () => {
    const source = 'import { Late as L } from "./b.js";\nexport function act(): void { new L(); }';
    const other = 'export class Late { constructor() { throw new UserError("too-late", "Too late."); } }';

    expect(problemsIn(source, { 'b.ts': other })).toEqual(['act: no @throws `too-late`']);
  });

  it.each([
    [
      'what is explained',
      '/**\n * @param a in seconds.\n * @throws UserError `too-late`.\n */\nexport function act(a: number): void { throw new UserError("too-late", ""); }',
    ],
    ['what is caught', 'export function act(): void { try { throw new UserError("too-late", ""); } catch {} }'],
    [
      'what is thrown later',
      'export const later = 1;\nexport function act(): unknown { return () => { throw new UserError("too-late", ""); }; }',
    ],
    [
      'components and classes',
      'export function Act(props: { a: 1 }): void {}\nexport class Actor { act(a: string): void {} }',
    ],
  ])('leaves alone %s', (_, source) => {
    expect(problemsIn(source)).toEqual([]);
  });
});
