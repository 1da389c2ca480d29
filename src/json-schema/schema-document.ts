import { dereference, type Schema } from '@cfworker/json-schema';
import { isRecord } from '../protocol/base/record.js';
import { LinearPattern } from './linear-pattern.js';
import { UnsupportedPattern } from './parse-pattern.js';
import type { WorkBudget } from './work-budget.js';

/**
 * The error of a schema that cannot be used for any value: a missing or cyclic reference, or an unsupported pattern.
 */
export class UnusableSchema extends Error {}

/** Schemas may come from untrusted servers. */
const limits = { depth: 128, values: 50_000 } as const;

/** A schema prepared for many checks. */
export class SchemaDocument {
  readonly root: Schema;
  readonly #lookup: Record<string, Schema | boolean>;
  readonly #patterns: Map<string, LinearPattern> = new Map();
  readonly #assertions: WeakMap<object, Schema> = new WeakMap();

  /**
   * @throws UnusableSchema when the schema is too large or too deep.
   * @throws Error for an `$id` or a `$ref` that is not a URI.
   */
  constructor(schema: object) {
    assertSize(schema);
    // A copy: dereferencing changes it, and the original is still sent to the model.
    this.root = structuredClone(schema);
    this.#lookup = dereference(this.root);
  }

  /** @throws UnusableSchema for a reference without a target. */
  resolve(reference: string): Schema | boolean {
    const found = this.#lookup[reference];
    if (found === undefined) throw new UnusableSchema(`The reference '${reference}' has no target.`);
    return found;
  }

  /** @throws UnusableSchema for a pattern that cannot be tested in linear time. */
  pattern(source: unknown, budget: WorkBudget): LinearPattern {
    if (typeof source !== 'string') throw new UnusableSchema('A pattern is not a string.');
    const known = this.#patterns.get(source);
    if (known !== undefined) return known;
    try {
      const made = new LinearPattern(source);
      budget.spend(100 * made.size);
      this.#patterns.set(source, made);
      return made;
    } catch (error) {
      throw error instanceof UnsupportedPattern ? new UnusableSchema(error.message) : error;
    }
  }

  /** Returns the keywords of a schema that constrain the value itself and contain no other schemas. */
  assertions(schema: Schema): Schema {
    const known = this.#assertions.get(schema);
    if (known !== undefined) return known;
    const own = Object.fromEntries(Object.entries(schema).filter(([keyword]) => assertionKeywords.has(keyword)));
    this.#assertions.set(schema, own);
    return own;
  }
}

/**
 * Keywords that the library evaluates. Not `format`, which is an annotation in 2020-12; not `pattern` and
 * `uniqueItems`, which the library does not evaluate in linear time.
 */
const assertionKeywords: ReadonlySet<string> = new Set([
  'type',
  'const',
  'enum',
  'required',
  'minProperties',
  'maxProperties',
  'dependentRequired',
  'minItems',
  'maxItems',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
]);

function assertSize(schema: object): void {
  let open: unknown[] = [schema];
  let values = 0;
  for (let depth = 0; open.length > 0; depth++) {
    values += open.length;
    if (depth > limits.depth || values > limits.values) throw new UnusableSchema('The schema is too large.');
    open = open.flatMap((value) => (Array.isArray(value) || isRecord(value) ? Object.values(value) : []));
  }
}
