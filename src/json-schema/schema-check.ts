import { validate as assertValue, type Schema, type SchemaDraft } from '@cfworker/json-schema';
import type { JSONPath } from '../protocol/base/json-path.js';
import { isList, isRecord } from '../protocol/base/record.js';
import type { Issue } from '../protocol/signals.js';
import { type SchemaDocument, UnusableSchema } from './schema-document.js';
import { type WorkBudget, WorkLimitReached } from './work-budget.js';

/**
 * The limits of one check, apart from its steps. `chain` is the number of schemas that are applied to the same value,
 * one inside the other, by `$ref`, `allOf`, `anyOf` and the like.
 */
const limits = { depth: 1_200, chain: 200, issues: 100, message: 500 } as const;

/** The number of steps that one visit of a schema costs. A step is about ten nanoseconds. */
const visitSteps = 100;

/** The position of a value, with the results so far. */
interface Location {
  readonly path: JSONPath;
  readonly depth: number;
  readonly chain: number;
  readonly issues: Issue[];
  /**
   * The members and items that keywords have evaluated so far. `unevaluatedProperties` and `unevaluatedItems` apply to
   * all others.
   */
  readonly evaluated: Set<string | number>;
}

/** A schema that is applied to a value. */
interface Visit {
  readonly schema: Schema;
  readonly value: unknown;
  readonly location: Location;
}

/**
 * Checks one value against a schema. Keywords that contain other schemas, and patterns, are evaluated here, so that
 * depth and time are bounded. The library evaluates the remaining assertions about the value itself.
 */
export class SchemaCheck {
  readonly #document: SchemaDocument;
  readonly #draft: SchemaDraft;
  readonly #budget: WorkBudget;

  constructor(document: SchemaDocument, draft: SchemaDraft, budget: WorkBudget) {
    this.#document = document;
    this.#draft = draft;
    this.#budget = budget;
  }

  /**
   * Returns the issues of a value; none when it is valid.
   *
   * @throws UnusableSchema when the schema cannot be used for any value.
   * @throws WorkLimitReached when the check exceeds its step or depth limit.
   */
  findIssues(value: unknown): readonly Issue[] {
    const location: Location = { path: [], depth: 0, chain: 0, issues: [], evaluated: new Set() };
    const isValid = this.#check(this.#document.root, value, location);
    if (isValid) return [];
    return location.issues.length > 0 ? location.issues : [{ path: [], message: 'Does not match the schema.' }];
  }

  #check(schema: unknown, value: unknown, location: Location): boolean {
    this.#budget.spend(visitSteps);
    if (location.chain > limits.chain) throw new UnusableSchema('The schema has a cycle of references.');
    if (location.depth > limits.depth) throw new WorkLimitReached('The value is nested too deeply.');
    if (schema === true) return true;
    if (schema === false) return report(location, 'Nothing is allowed here.');
    if (!isRecord(schema)) throw new UnusableSchema('A part of the schema is not a schema.');
    const visit: Visit = { schema, value, location };
    const parts = [this.#references(visit)];
    // Up to draft 7, other keywords next to a `$ref` are ignored.
    if (schema.$ref === undefined || (this.#draft !== '4' && this.#draft !== '7')) {
      parts.push(this.#assertions(visit), this.#combinations(visit), this.#conditions(visit));
      if (isList(value)) parts.push(this.#items(visit, value));
      else if (isRecord(value)) parts.push(this.#dependencies(visit, value), this.#members(visit, value));
    }
    return parts.every(Boolean);
  }

  /** Checks the same value against a subschema. The members that it evaluates count only if it matches. */
  #checkPart(part: unknown, { value, location }: Visit, issues: Issue[] = location.issues): boolean {
    const inner = {
      ...location,
      issues,
      evaluated: new Set<string | number>(),
      chain: location.chain + 1,
      depth: location.depth + 1,
    };
    const isValid = this.#check(part, value, inner);
    if (isValid) for (const name of inner.evaluated) location.evaluated.add(name);
    return isValid;
  }

  /** Checks a member or an item of the value against a subschema. */
  #checkWithin(
    part: unknown,
    value: unknown,
    { location, name }: { readonly location: Location; readonly name: string | number },
  ): boolean {
    const { issues, depth } = location;
    const inner: Location = {
      path: [...location.path, name],
      depth: depth + 1,
      chain: 0,
      issues,
      evaluated: new Set(),
    };
    return this.#check(part, value, inner);
  }

  #references(visit: Visit): boolean {
    const { $ref, $recursiveRef, __absolute_ref__, __absolute_recursive_ref__ } = visit.schema;
    const refs = [
      ...($ref === undefined ? [] : [__absolute_ref__ ?? $ref]),
      ...($recursiveRef === undefined ? [] : [__absolute_recursive_ref__ ?? $recursiveRef]),
    ];
    return refs.map((ref) => this.#checkPart(this.#document.resolve(ref), visit)).every(Boolean);
  }

  #assertions({ schema, value, location }: Visit): boolean {
    const { enum: options, pattern, uniqueItems } = schema;
    this.#budget.spend(isList(options) ? options.length : 0);
    const { errors } = assertValue(value, this.#document.assertions(schema), this.#draft, emptyLookup, false);
    for (const { error } of errors) report(location, error);
    let isValid = errors.length === 0;
    if (uniqueItems === true && isList(value) && !this.#isUnique(value))
      isValid = report(location, 'Has duplicate items.');
    if (typeof value !== 'string') return isValid;
    if (pattern !== undefined && !this.#matches(pattern, value))
      isValid = report(location, 'String does not match pattern.');
    return isValid;
  }

  #matches(pattern: unknown, text: string): boolean {
    return this.#document.pattern(pattern, this.#budget).test(text, this.#budget);
  }

  #isUnique(items: readonly unknown[]): boolean {
    const texts = items.map(sortedText);
    this.#budget.spend(texts.reduce((sum, { length }) => sum + length, 0));
    return new Set(texts).size === items.length;
  }

  #combinations(visit: Visit): boolean {
    const { location } = visit;
    const { not, anyOf, allOf, oneOf } = visit.schema;
    let isValid = true;
    if (not !== undefined && this.#checkPart(not, { ...visit, location: { ...location, evaluated: new Set() } }, []))
      isValid = report(location, 'Instance matched "not" schema.');
    for (const part of schemaListOf(allOf)) isValid = this.#checkPart(part, visit) && isValid;
    if (anyOf !== undefined && this.#countMatches(anyOf, visit, 'Instance does not match any subschemas.') === 0)
      isValid = false;
    if (oneOf === undefined) return isValid;
    const matches = this.#countMatches(oneOf, visit, 'Instance does not match exactly one subschema (0 matches).');
    if (matches > 1) report(location, `Instance does not match exactly one subschema (${matches} matches).`);
    return isValid && matches === 1;
  }

  /** Returns the number of options that match. If there are none, reports the message and the issues of all options. */
  #countMatches(options: unknown, visit: Visit, message: string): number {
    const issues: Issue[] = [];
    const matches = schemaListOf(options).filter((option) => this.#checkPart(option, visit, issues)).length;
    if (matches > 0) return matches;
    report(visit.location, message);
    for (const issue of issues) addIssue(visit.location, issue);
    return 0;
  }

  #conditions(visit: Visit): boolean {
    const { if: condition, then: consequence, else: alternative } = visit.schema;
    if (condition === undefined) return true;
    const part = this.#checkPart(condition, visit, []) ? consequence : alternative;
    return part === undefined || this.#checkPart(part, visit);
  }

  #dependencies(visit: Visit, value: Readonly<Record<string, unknown>>): boolean {
    const { dependencies, dependentSchemas } = visit.schema;
    const found = [...entriesOf(dependencies), ...entriesOf(dependentSchemas)].filter(([name]) =>
      Object.hasOwn(value, name),
    );
    return found
      .map(([name, part]) => {
        if (!isList(part)) return this.#checkPart(part, visit);
        const missing = part.filter((other) => !Object.hasOwn(value, String(other)));
        for (const other of missing)
          report(visit.location, `Instance has "${name}" but does not have "${String(other)}".`);
        return missing.length === 0;
      })
      .every(Boolean);
  }

  #members({ schema, location }: Visit, value: Readonly<Record<string, unknown>>): boolean {
    const { properties, patternProperties, additionalProperties, unevaluatedProperties, propertyNames } = schema;
    const names = Object.keys(value);
    this.#budget.spend(names.length);
    const evaluated = new Set<string>();
    let isValid = true;
    const check = (part: unknown, name: string): void => {
      evaluated.add(name);
      isValid = this.#checkWithin(part, value[name], { location, name }) && isValid;
    };
    for (const [name, part] of entriesOf(properties)) {
      this.#budget.spend(1);
      if (Object.hasOwn(value, name)) check(part, name);
    }
    for (const [pattern, part] of entriesOf(patternProperties)) {
      for (const name of names) if (this.#matches(pattern, name)) check(part, name);
    }
    if (propertyNames !== undefined) {
      for (const name of names) isValid = this.#checkWithin(propertyNames, name, { location, name }) && isValid;
    }
    const checkRest = (part: unknown, kind: string, isChecked: (name: string) => boolean): void => {
      if (part === undefined) return;
      for (const name of names.filter((one) => !isChecked(one))) {
        if (part === false) isValid = report(location, `Property "${name}" does not match ${kind} properties schema.`);
        else check(part, name);
      }
    };
    const own = new Set(evaluated);
    checkRest(additionalProperties, 'additional', (name) => own.has(name));
    for (const name of evaluated) location.evaluated.add(name);
    checkRest(unevaluatedProperties, 'unevaluated', (name) => location.evaluated.has(name));
    if (unevaluatedProperties !== undefined) for (const name of names) location.evaluated.add(name);
    return isValid;
  }

  #items({ schema, location }: Visit, value: readonly unknown[]): boolean {
    const { prefixItems, items, additionalItems, unevaluatedItems } = schema;
    const heads = prefixItems === undefined ? (isList(items) ? items : []) : schemaListOf(prefixItems);
    const rest = isList(items) ? additionalItems : items;
    let isValid = true;
    value.forEach((item, index) => {
      const part = index < heads.length ? heads[index] : rest;
      if (part === undefined) return;
      location.evaluated.add(index);
      isValid = this.#checkWithin(part, item, { location, name: index }) && isValid;
    });
    isValid = this.#contains({ schema, location, value }, value) && isValid;
    if (unevaluatedItems === undefined) return isValid;
    value.forEach((item, index) => {
      if (location.evaluated.has(index)) return;
      location.evaluated.add(index);
      isValid = this.#checkWithin(unevaluatedItems, item, { location, name: index }) && isValid;
    });
    return isValid;
  }

  #contains({ schema, location }: Visit, value: readonly unknown[]): boolean {
    const { contains, minContains = 1, maxContains = Number.POSITIVE_INFINITY } = schema;
    if (contains === undefined) return true;
    const found = value.flatMap((item, index) =>
      this.#checkWithin(contains, item, { location: { ...location, issues: [] }, name: index }) ? [index] : [],
    );
    for (const index of found) location.evaluated.add(index);
    if (found.length < minContains)
      return report(
        location,
        `Array must contain at least ${minContains} items matching schema. Only ${found.length} items were found.`,
      );
    if (found.length <= maxContains) return true;
    return report(
      location,
      `Array may contain at most ${maxContains} items matching schema. ${found.length} items were found.`,
    );
  }
}

/** The library does not resolve references here. `#references` does. */
const emptyLookup = {};

/** Adds an issue. Returns `false`, as the result of the check. */
function report(location: Location, message: string): false {
  addIssue(location, { path: location.path, message });
  return false;
}

/**
 * Adds an issue. A long message is truncated: it may list everything that the schema allows, and occur for each item.
 */
function addIssue({ issues }: Location, { path, message }: Issue): void {
  if (issues.length >= limits.issues) return;
  issues.push({
    path,
    message: message.length > limits.message ? `${message.slice(0, limits.message - 1)}…` : message,
  });
}

/**
 * Returns the value of a keyword that holds a list of schemas; empty if it is missing.
 *
 * @throws UnusableSchema for a value that is not a list.
 */
function schemaListOf(value: unknown): readonly unknown[] {
  if (value === undefined) return [];
  if (!isList(value)) throw new UnusableSchema('A part of the schema is not a list of schemas.');
  return value;
}

/**
 * Returns the entries of a keyword that holds schemas by name; empty if it is missing.
 *
 * @throws UnusableSchema for a value that is not an object.
 */
function entriesOf(value: unknown): readonly [string, unknown][] {
  if (value === undefined) return [];
  if (!isRecord(value)) throw new UnusableSchema('A part of the schema is not an object of schemas.');
  return Object.entries(value);
}

/** Serializes a value so that equal values have the same string. */
function sortedText(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    isRecord(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
  );
}
