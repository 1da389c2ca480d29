import type { JSONSchema7 } from '@ai-sdk/provider';
import type { SchemaDraft } from '@cfworker/json-schema';
import { isList, isRecord } from '../protocol/base/record.js';
import type { Issue } from '../protocol/signals.js';
import { SchemaCheck } from './schema-check.js';
import { SchemaDocument } from './schema-document.js';
import { WorkBudget, WorkLimitReached } from './work-budget.js';

/** Made once a schema; `null` where it cannot be used. */
const documents: WeakMap<object, SchemaDocument | null> = new WeakMap();

/**
 * What is wrong with a value, by a JSON Schema of any draft; `undefined` when the schema itself cannot be used. The time it takes grows with the size
 * of the value alone: schemas come from servers of other people. A value whose check takes longer is refused.
 */
export function findJsonIssues(schema: JSONSchema7, value: unknown): readonly Issue[] | undefined {
  const document = documentOf(schema);
  if (document === null) return undefined;
  try {
    return new SchemaCheck(document, draftOf(schema), new WorkBudget(stepsFor(value))).findIssues(value);
  } catch (error) {
    // The value may have been made for that, so it does not get around the check.
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
    // An `$id` that is not a URI, two parts with one `$id`, a schema of unlimited size.
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

/** Some 20 ms for a small value, and what a schema may need for each of its parts. */
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
