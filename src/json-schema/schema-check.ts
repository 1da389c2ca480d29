import { validate as assertValue, type Schema, type SchemaDraft } from '@cfworker/json-schema';
import type { JSONPath } from '../protocol/base/json-path.js';
import { isList, isRecord } from '../protocol/base/record.js';
import type { Issue } from '../protocol/signals.js';
import { type SchemaDocument, UnusableSchema } from './schema-document.js';
import { type WorkBudget, WorkLimitReached } from './work-budget.js';

/** What one check may cost besides its steps. A chain is a row of schemas about the same value: `$ref`, `allOf`, `anyOf` … */
const limits = { depth: 1_200, chain: 200, issues: 100, message: 500 } as const;

/** The steps that a visit of a schema costs, some ten nanoseconds each. */
const visitSteps = 100;

/** Where a value is, and what was found about it. */
interface Place {
  readonly path: JSONPath;
  readonly depth: number;
  readonly chain: number;
  readonly issues: Issue[];
  /** Members and items that some schema has looked at: `unevaluatedProperties` and `unevaluatedItems` are about all others. */
  readonly evaluated: Set<string | number>;
}

/** A schema, its value and the place of that: what each keyword is given. */
interface Visit {
  readonly schema: Schema;
  readonly value: unknown;
  readonly place: Place;
}

/**
 * Checks one value against a schema. The keywords that hold other schemas are evaluated here, so that depth, steps and patterns are bounded; what
 * is left, assertions about the value itself, is left to the library.
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
   * @throws UnusableSchema when the schema cannot be used, whatever the value.
   * @throws WorkLimitReached when it takes too long.
   */
  findIssues(value: unknown): readonly Issue[] {
    const place: Place = { path: [], depth: 0, chain: 0, issues: [], evaluated: new Set() };
    const isValid = this.#check(this.#document.root, value, place);
    if (isValid) return [];
    return place.issues.length > 0 ? place.issues : [{ path: [], message: 'Does not match the schema.' }];
  }

  #check(schema: unknown, value: unknown, place: Place): boolean {
    this.#budget.spend(visitSteps);
    if (place.chain > limits.chain) throw new UnusableSchema('The schema refers to itself without an end.');
    if (place.depth > limits.depth) throw new WorkLimitReached('The value is nested too deeply.');
    if (schema === true) return true;
    if (schema === false) return report(place, 'Nothing is allowed here.');
    if (!isRecord(schema)) throw new UnusableSchema('A part of the schema is not a schema.');
    const visit: Visit = { schema, value, place };
    const parts = [this.#references(visit)];
    // Up to draft 7, a reference stands alone.
    if (schema.$ref === undefined || (this.#draft !== '4' && this.#draft !== '7')) {
      parts.push(this.#assertions(visit), this.#combinations(visit), this.#conditions(visit));
      if (isList(value)) parts.push(this.#items(visit, value));
      else if (isRecord(value)) parts.push(this.#dependencies(visit, value), this.#members(visit, value));
    }
    return parts.every(Boolean);
  }

  /** Checks the same value against a part of the schema. What it has looked at counts only where it holds. */
  #checkPart(part: unknown, { value, place }: Visit, issues: Issue[] = place.issues): boolean {
    const inner = {
      ...place,
      issues,
      evaluated: new Set<string | number>(),
      chain: place.chain + 1,
      depth: place.depth + 1,
    };
    const isValid = this.#check(part, value, inner);
    if (isValid) for (const name of inner.evaluated) place.evaluated.add(name);
    return isValid;
  }

  /** Checks a member or an item. */
  #checkWithin(
    part: unknown,
    value: unknown,
    { place, name }: { readonly place: Place; readonly name: string | number },
  ): boolean {
    const { issues, depth } = place;
    const inner: Place = { path: [...place.path, name], depth: depth + 1, chain: 0, issues, evaluated: new Set() };
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

  #assertions({ schema, value, place }: Visit): boolean {
    const { enum: options, pattern, uniqueItems } = schema;
    this.#budget.spend(isList(options) ? options.length : 0);
    const { errors } = assertValue(value, this.#document.assertions(schema), this.#draft, emptyLookup, false);
    for (const { error } of errors) report(place, error);
    let isValid = errors.length === 0;
    if (uniqueItems === true && isList(value) && !this.#isUnique(value))
      isValid = report(place, 'Has duplicate items.');
    if (typeof value !== 'string') return isValid;
    if (pattern !== undefined && !this.#matches(pattern, value))
      isValid = report(place, 'String does not match pattern.');
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
    const { place } = visit;
    const { not, anyOf, allOf, oneOf } = visit.schema;
    let isValid = true;
    if (not !== undefined && this.#checkPart(not, { ...visit, place: { ...place, evaluated: new Set() } }, []))
      isValid = report(place, 'Instance matched "not" schema.');
    for (const part of schemaListOf(allOf)) isValid = this.#checkPart(part, visit) && isValid;
    if (anyOf !== undefined && this.#countMatches(anyOf, visit, 'Instance does not match any subschemas.') === 0)
      isValid = false;
    if (oneOf === undefined) return isValid;
    const matches = this.#countMatches(oneOf, visit, 'Instance does not match exactly one subschema (0 matches).');
    if (matches > 1) report(place, `Instance does not match exactly one subschema (${matches} matches).`);
    return isValid && matches === 1;
  }

  /** How many options hold. Where none does, it reports what each of them says. */
  #countMatches(options: unknown, visit: Visit, message: string): number {
    const issues: Issue[] = [];
    const matches = schemaListOf(options).filter((option) => this.#checkPart(option, visit, issues)).length;
    if (matches > 0) return matches;
    report(visit.place, message);
    for (const issue of issues) add(visit.place, issue);
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
          report(visit.place, `Instance has "${name}" but does not have "${String(other)}".`);
        return missing.length === 0;
      })
      .every(Boolean);
  }

  #members({ schema, place }: Visit, value: Readonly<Record<string, unknown>>): boolean {
    const { properties, patternProperties, additionalProperties, unevaluatedProperties, propertyNames } = schema;
    const names = Object.keys(value);
    this.#budget.spend(names.length);
    const evaluated = new Set<string>();
    let isValid = true;
    const check = (part: unknown, name: string): void => {
      evaluated.add(name);
      isValid = this.#checkWithin(part, value[name], { place, name }) && isValid;
    };
    for (const [name, part] of entriesOf(properties)) {
      this.#budget.spend(1);
      if (Object.hasOwn(value, name)) check(part, name);
    }
    for (const [pattern, part] of entriesOf(patternProperties)) {
      for (const name of names) if (this.#matches(pattern, name)) check(part, name);
    }
    if (propertyNames !== undefined) {
      for (const name of names) isValid = this.#checkWithin(propertyNames, name, { place, name }) && isValid;
    }
    const checkRest = (part: unknown, kind: string, isDone: (name: string) => boolean): void => {
      if (part === undefined) return;
      for (const name of names.filter((one) => !isDone(one))) {
        if (part === false) isValid = report(place, `Property "${name}" does not match ${kind} properties schema.`);
        else check(part, name);
      }
    };
    const own = new Set(evaluated);
    checkRest(additionalProperties, 'additional', (name) => own.has(name));
    for (const name of evaluated) place.evaluated.add(name);
    checkRest(unevaluatedProperties, 'unevaluated', (name) => place.evaluated.has(name));
    if (unevaluatedProperties !== undefined) for (const name of names) place.evaluated.add(name);
    return isValid;
  }

  #items({ schema, place }: Visit, value: readonly unknown[]): boolean {
    const { prefixItems, items, additionalItems, unevaluatedItems } = schema;
    const heads = prefixItems === undefined ? (isList(items) ? items : []) : schemaListOf(prefixItems);
    const rest = isList(items) ? additionalItems : items;
    let isValid = true;
    value.forEach((item, index) => {
      const part = index < heads.length ? heads[index] : rest;
      if (part === undefined) return;
      place.evaluated.add(index);
      isValid = this.#checkWithin(part, item, { place, name: index }) && isValid;
    });
    isValid = this.#contains({ schema, place, value }, value) && isValid;
    if (unevaluatedItems === undefined) return isValid;
    value.forEach((item, index) => {
      if (place.evaluated.has(index)) return;
      place.evaluated.add(index);
      isValid = this.#checkWithin(unevaluatedItems, item, { place, name: index }) && isValid;
    });
    return isValid;
  }

  #contains({ schema, place }: Visit, value: readonly unknown[]): boolean {
    const { contains, minContains = 1, maxContains = Number.POSITIVE_INFINITY } = schema;
    if (contains === undefined) return true;
    const found = value.flatMap((item, index) =>
      this.#checkWithin(contains, item, { place: { ...place, issues: [] }, name: index }) ? [index] : [],
    );
    for (const index of found) place.evaluated.add(index);
    if (found.length < minContains)
      return report(
        place,
        `Array must contain at least ${minContains} items matching schema. Only ${found.length} items were found.`,
      );
    if (found.length <= maxContains) return true;
    return report(
      place,
      `Array may contain at most ${maxContains} items matching schema. ${found.length} items were found.`,
    );
  }
}

const emptyLookup = {};

function report(place: Place, message: string): false {
  add(place, { path: place.path, message });
  return false;
}

/** A message may list all that a schema allows, and repeat it for each item of a list: long ones are cut. */
function add({ issues }: Place, { path, message }: Issue): void {
  if (issues.length >= limits.issues) return;
  issues.push({
    path,
    message: message.length > limits.message ? `${message.slice(0, limits.message - 1)}…` : message,
  });
}

/** @throws UnusableSchema for anything else than a list. */
function schemaListOf(value: unknown): readonly unknown[] {
  if (value === undefined) return [];
  if (!isList(value)) throw new UnusableSchema('A part of the schema is not a list of schemas.');
  return value;
}

/** @throws UnusableSchema for anything else than an object. */
function entriesOf(value: unknown): readonly [string, unknown][] {
  if (value === undefined) return [];
  if (!isRecord(value)) throw new UnusableSchema('A part of the schema is not an object of schemas.');
  return Object.entries(value);
}

/** The same for equal values. */
function sortedText(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    isRecord(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
  );
}
