import { allFields, checkFields, type FormDrafts } from '../../form/check-fields.js';
import type { FieldNode } from '../../form/field-node.js';
import { isKeyWithin } from '../../form/json-path.js';
import { type JSONPath, pathKey } from '../../protocol/base/json-path.js';
import type { Issue } from '../../protocol/signals.js';
import type { CountersignStrings } from '../../words/strings.js';
import { fullLabelOf } from './field-label.js';

/** A problem of one field. */
export interface PlacedProblem {
  readonly key: string;
  readonly label: string;
  readonly messages: readonly string[];
  /** True when the app reported it: it is shown even if the user has not visited the field. */
  readonly isGiven: boolean;
}

/** Options of {@link placeProblems}. */
export interface ProblemSources {
  readonly root: FieldNode;
  readonly drafts: FormDrafts;
  /** The issues of the validator. */
  readonly verdict: readonly Issue[];
  /** The issues of the app, always shown. */
  readonly given: readonly Issue[];
  readonly strings: CountersignStrings['form'];
  /** The label of the whole value. */
  readonly whole: string;
}

/** Returns all problems with their fields, in page order. */
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
  // Default messages of libraries are written for developers: for known problems, the form has its own.
  const inPlainWords = ({ path, message }: Issue): boolean => !(isByDefault(message) && found.has(pathKey(path)));
  const fromApp = new Set([
    ...given.filter(inPlainWords).map(add),
    ...given.filter((issue) => !inPlainWords(issue)).map(({ path }) => pathKey(path)),
  ]);
  for (const issue of verdict.filter(inPlainWords)) add(issue);
  for (const { path, problem } of ours) {
    // A validator reports in the tool's own words, but knows nothing about typed text that is not a value yet.
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

/** Returns `true` when a message is zod's default, since the schema's author wrote none. */
function isByDefault(message: string): boolean {
  return /^(?:Invalid (?:input|option|string|number)|Too (?:small|big)): /.test(message);
}

/** Returns the depth of the nearest field around a path: a problem without a field is shown there. */
function nearestDepth(path: JSONPath, known: ReadonlySet<string>): number {
  let depth = path.length;
  while (depth > 0 && !known.has(pathKey(path.slice(0, depth)))) depth -= 1;
  return depth;
}

/** Returns `true` when the user has visited a field, or one inside of it. */
export function isTouched(key: string, touched: ReadonlySet<string>): boolean {
  return [...touched].some((name) => isKeyWithin(name, key));
}
