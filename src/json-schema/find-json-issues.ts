import type { JSONSchema7 } from '@ai-sdk/provider';
import { type OutputUnit, type Schema, type SchemaDraft, Validator } from '@cfworker/json-schema';
import type { JSONPath } from '../protocol/base/json-path.js';
import type { Issue } from '../protocol/signals.js';

/** Made once a schema. */
const validators: WeakMap<object, Validator> = new WeakMap();

/** What is wrong with a value, by a JSON Schema of any draft; `undefined` when the schema itself cannot be used. */
export function findJsonIssues(schema: JSONSchema7, value: unknown): readonly Issue[] | undefined {
  try {
    const validator = validators.get(schema) ?? toValidator(schema);
    validators.set(schema, validator);
    const { valid, errors } = validator.validate(value);
    return valid ? [] : toIssues(errors);
  } catch (error) {
    // Half a character in a name is the input's fault, and no way around the check; all else is the schema's.
    return error instanceof URIError ? [{ path: [], message: 'A name is no valid text.' }] : undefined;
  }
}

/** From a copy: a validator writes into its schema, and this one still goes to the model. */
function toValidator(schema: JSONSchema7): Validator {
  const draft = Object.entries(drafts).find(([name]) => schema.$schema?.includes(name))?.[1] ?? '2020-12';
  return new Validator(structuredClone(schema) as Schema, draft, false);
}

const drafts: Readonly<Record<string, SchemaDraft>> = {
  'draft-04': '4',
  'draft-06': '7',
  'draft-07': '7',
  '2019-09': '2019-09',
};

/** These only say that something further down is wrong, or are said better by the keyword above. */
const silent: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  'items',
  'prefixItems',
  '$ref',
  'allOf',
  'false',
]);

function toIssues(errors: readonly OutputUnit[]): readonly Issue[] {
  const telling = errors.filter(({ keyword }) => !silent.has(keyword));
  return (telling.length === 0 ? errors : telling).map(({ instanceLocation, error }) => ({
    path: toPath(instanceLocation),
    message: error,
  }));
}

/** `#/a~1b/0` → `['a/b', 0]` */
function toPath(pointer: string): JSONPath {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));
}
