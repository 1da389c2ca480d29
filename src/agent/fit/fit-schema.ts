import type { JSONSchema7 } from '@ai-sdk/provider';
import { UserError } from '../../protocol/base/errors.js';
import { isRecord } from '../../protocol/base/record.js';
import { SchemaCleaner } from './clean-schema.js';
import type { Node, ObjectForm } from './object-form.js';

const fitted: WeakMap<object, JSONSchema7> = new WeakMap();

/**
 * Returns the schema of a tool's input in a form that strict providers accept: an object at its root without `anyOf`,
 * `oneOf` and `allOf` there, and nothing that drafts of JSON Schema write differently. It accepts at least what the
 * schema accepts; the tool's own schema still validates each input.
 *
 * @throws UserError `input-not-object`, naming the tool, for a schema that accepts no object.
 */
export function fitInputSchema(schema: JSONSchema7, toolName: string): JSONSchema7 {
  const known = fitted.get(schema);
  if (known !== undefined) return known;
  const cleaner = new SchemaCleaner(schema);
  const root: Node = isRecord(schema) ? schema : {};
  const form = cleaner.forms.of(root);
  if (form === undefined) {
    throw new UserError(
      'input-not-object',
      `The inputSchema of tool '${toolName}' accepts no object, and models send inputs as objects only. Wrap it in one, such as z.object({ value: … }).`,
    );
  }
  const remaining = Object.entries(root).filter(([key]) => !replaced.has(key));
  const plain = {
    ...Object.fromEntries(remaining),
    type: 'object',
    ...describeForms(root, form),
    properties: form.properties,
    ...(form.required.size === 0 ? {} : { required: [...form.required] }),
    ...(form.additional === undefined ? {} : { additionalProperties: form.additional }),
  };
  const cleaned = cleaner.clean(plain);
  const result = { ...cleaned, ...cleaner.definitions(cleaned) } as JSONSchema7; // each keyword was checked
  fitted.set(schema, result);
  return result;
}

/** Members of the root that are replaced by what they say together, or that providers refuse there. */
const replaced: ReadonlySet<string> = new Set(
  '$schema $id $ref type description properties required additionalProperties unevaluatedProperties anyOf oneOf allOf not enum const if then else dependentSchemas dependencies'.split(
    ' ',
  ),
);

/** Tells the model which members go together, which the joined schema does not say. */
function describeForms({ description }: Node, { forms }: ObjectForm): { readonly description?: unknown } {
  const text = typeof description === 'string' ? [description] : [];
  const distinct = [...new Set(forms)];
  if (distinct.length > 1) text.push(`The input has one of these forms: ${distinct.join(' or ')}.`);
  return text.length === 0 ? {} : { description: text.join('\n\n') };
}
