import type { JSONSchema7 } from '@ai-sdk/provider';
import type { SchemaDraft } from '@cfworker/json-schema';
import { isList, isRecord } from '../protocol/base/record.js';
import type { Issue } from '../protocol/signals.js';
import { SchemaCheck } from './schema-check.js';
import { SchemaDocument } from './schema-document.js';
import { WorkBudget, WorkLimitReached } from './work-budget.js';

/** Prepared schemas; `null` for an unusable schema. */
const documents: WeakMap<object, SchemaDocument | null> = new WeakMap();

/**
 * Validates a value against a JSON Schema of any draft; returns `undefined` when the schema is unusable. Schemas may
 * come from untrusted servers, so the time is bounded in proportion to the value. A value whose check exceeds the bound
 * has an issue.
 */
export function findJsonIssues(schema: JSONSchema7, value: unknown): readonly Issue[] | undefined {
  const document = documentOf(schema);
  if (document === null) return undefined;
  try {
    return new SchemaCheck(document, draftOf(schema), new WorkBudget(stepsFor(value))).findIssues(value);
  } catch (error) {
    // Exceeding the limit is an issue, not an unusable schema: a value could be crafted for it to avoid validation.
    const isTooMuch = error instanceof WorkLimitReached || error instanceof RangeError;
    return isTooMuch ? [{ path: [], message: 'Takes too long to check against its schema.' }] : undefined;
  }
}

function documentOf(schema: JSONSchema7): SchemaDocument | null {
  const known = documents.get(schema);
  if (known !== undefined) return known;
  let made: SchemaDocument | null = null;
  try {
    made = new SchemaDocument(schema);
  } catch {
    // An `$id` that is not a URI, two parts with the same `$id`, or a schema that is too large.
  }
  documents.set(schema, made);
  return made;
}

function draftOf({ $schema }: JSONSchema7): SchemaDraft {
  if (typeof $schema !== 'string') return '2020-12';
  return Object.entries(drafts).find(([name]) => $schema.includes(name))?.[1] ?? '2020-12';
}

const drafts: Readonly<Record<string, SchemaDraft>> = {
  'draft-04': '4',
  'draft-06': '7',
  'draft-07': '7',
  '2019-09': '2019-09',
};

/** Returns the step limit: about 20 ms for a small value, and more for each of its parts. */
function stepsFor(value: unknown): number {
  let steps = 1_500_000;
  const open = [value];
  while (open.length > 0) {
    const next = open.pop();
    steps += 500;
    if (typeof next === 'string') steps += 12 * next.length;
    else if (isList(next)) for (const item of next) open.push(item);
    else if (isRecord(next)) {
      for (const [name, member] of Object.entries(next)) {
        steps += 12 * name.length;
        open.push(member);
      }
    }
  }
  return steps;
}
