import { allFields, checkFields, type FormDrafts } from '../../form/check-fields.js';
import type { FieldNode } from '../../form/field-node.js';
import { isKeyWithin } from '../../form/json-path.js';
import { type JSONPath, pathKey } from '../../protocol/base/json-path.js';
import type { Issue } from '../../protocol/signals.js';
import type { CountersignStrings } from '../../words/strings.js';
import { fullLabelOf } from './field-label.js';

/** What is wrong at one field. */
export interface PlacedProblem {
  readonly key: string;
  readonly label: string;
  readonly messages: readonly string[];
  /** The app said so: it is shown whether or not a person has been there. */
  readonly isGiven: boolean;
}

/** What {@link placeProblems} works on. */
export interface ProblemSources {
  readonly root: FieldNode;
  readonly drafts: FormDrafts;
  /** What a validator said of the value. */
  readonly verdict: readonly Issue[];
  /** What the app says, shown in any case. */
  readonly given: readonly Issue[];
  readonly strings: CountersignStrings['form'];
  /** What the whole value is called. */
  readonly whole: string;
}

/** All that is wrong, each at its field, in the order of the page. */
export function placeProblems(sources: ProblemSources): readonly PlacedProblem[] {
  const { root, drafts, verdict, given, strings, whole } = sources;
  const fields = allFields(root);
  const known = new Set(fields.map(({ key }) => key));
  const messages = new Map<string, string[]>();
  const add = ({ path, message }: Issue): string => {
    const depth = nearestDepth(path, known);
    const key = pathKey(path.slice(0, depth));
    const rest = path.slice(depth);
    const text = rest.length === 0 ? message : strings.problemAt(strings.path(rest), message);
    const there = messages.get(key) ?? [];
    if (!there.includes(text)) messages.set(key, [...there, text]);
    return key;
  };
  const ours = checkFields(root, drafts);
  const found = new Set(ours.map(({ path }) => pathKey(path)));
  // What a library says by default is written for developers: where we know what is wrong, we say it.
  const inPlainWords = ({ path, message }: Issue): boolean => !(isByDefault(message) && found.has(pathKey(path)));
  const fromApp = new Set([
    ...given.filter(inPlainWords).map(add),
    ...given.filter((issue) => !inPlainWords(issue)).map(({ path }) => pathKey(path)),
  ]);
  for (const issue of verdict.filter(inPlainWords)) add(issue);
  for (const { path, problem } of ours) {
    // A validator says it in the tool's own words. About what is typed, and is no value yet, it knows nothing.
    const isDraft = Object.hasOwn(drafts, pathKey(path));
    if (isDraft || !messages.has(pathKey(path))) add({ path, message: strings.problem(problem) });
  }
  const placed = new Map(fields.map((field) => [field.key, field]));
  return [...placed.values()].flatMap((field) => {
    const told = messages.get(field.key);
    if (told === undefined) return [];
    const { key } = field;
    return [{ key, label: fullLabelOf(field, strings, whole), messages: told, isGiven: fromApp.has(key) }];
  });
}

/** Whether a message is the one that zod gives where the author of a schema wrote none. */
function isByDefault(message: string): boolean {
  return /^(?:Invalid (?:input|option|string|number)|Too (?:small|big)): /.test(message);
}

/** How much of a path has a field: what is wrong with a part that has none stands at the nearest around it. */
function nearestDepth(path: JSONPath, known: ReadonlySet<string>): number {
  let depth = path.length;
  while (depth > 0 && !known.has(pathKey(path.slice(0, depth)))) depth -= 1;
  return depth;
}

/** Whether a person has been at a field, or at one inside of it. */
export function isTouched(key: string, touched: ReadonlySet<string>): boolean {
  return [...touched].some((name) => isKeyWithin(name, key));
}
