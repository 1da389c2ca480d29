import type { JSONValue } from '../protocol/base/json.js';
import type { SchemaObject } from './merge-schemas.js';
import type { BooleanNode, ChoiceNode, FieldBase, NumberNode, TextFormat, TextNode } from './plain-field.js';
import { isOfType, type SchemaReader, type SchemaType } from './schema-reader.js';
import { constantOf } from './union-options.js';

/** The length above which a text is easier to read over several lines. */
const longText = 80;

/** Returns `true` when a control of a type would have to change the value in order to show it. */
export function isUnfit(value: JSONValue | undefined, type: SchemaType): boolean {
  if (!isOfType(value, type)) return true;
  // Text controls unify all line ends. A text with only one kind can be restored.
  return typeof value === 'string' && value.includes('\r') && /(?<!\r)\n|\r(?!\n)/.test(value);
}

/** Returns the field of a string. */
export function textField(base: FieldBase): TextNode {
  const { schema, value } = base;
  const { minLength, maxLength } = schema;
  const text = typeof value === 'string' ? value : '';
  const format = text.includes('\n') ? 'text' : formatOf(schema, text);
  const isLong =
    text.length > longText ||
    text.includes('\n') ||
    (typeof maxLength === 'number' && maxLength > 2 * longText) ||
    typeof schema.contentMediaType === 'string' ||
    longFormats.has(schema.format);
  return {
    ...base,
    kind: 'text',
    format,
    lines: format === 'text' && isLong ? 'many' : 'one',
    ...(typeof minLength === 'number' ? { minLength } : {}),
    ...(typeof maxLength === 'number' ? { maxLength } : {}),
  };
}

/** Formats that an empty string never has. */
const filledFormats: ReadonlySet<unknown> = new Set([
  'date',
  'date-time',
  'duration',
  'email',
  'hostname',
  'idn-email',
  'ipv4',
  'ipv6',
  'time',
  'uri',
  'url',
  'uuid',
]);

/** Returns `true` when the schema of a text refuses the empty text. */
export function refusesEmptyText({ minLength = 0, schema: { format, pattern } }: TextNode): boolean {
  if (minLength > 0 || filledFormats.has(format)) return true;
  try {
    return typeof pattern === 'string' && !new RegExp(pattern, 'u').test('');
  } catch {
    return false;
  }
}

const longFormats: ReadonlySet<unknown> = new Set(['textarea', 'markdown', 'multiline', 'html']);

/**
 * Returns the format of a control. A date control shows nothing for text that is not a date, so such text gets a text
 * control.
 */
function formatOf({ format }: SchemaObject, text: string): TextFormat {
  if (format === 'email' || format === 'uri') return format;
  if (format !== 'date' && format !== 'time' && format !== 'date-time') return 'text';
  return text === '' || shapes[format].test(text) ? format : 'text';
}

const shapes = {
  date: /^\d{4}-\d\d-\d\d$/,
  time: /^\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?$/,
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)?$/,
} as const;

/** Returns the field of a number. */
export function numberField(base: FieldBase, type: 'number' | 'integer'): NumberNode {
  const { minimum, maximum, multipleOf } = base.schema;
  const step = typeof multipleOf === 'number' && multipleOf > 0 ? multipleOf : type === 'integer' ? 1 : undefined;
  return {
    ...base,
    kind: 'number',
    isWhole: type === 'integer',
    limits: {
      ...(typeof minimum === 'number' ? { min: minimum } : {}),
      ...(typeof maximum === 'number' ? { max: maximum } : {}),
      ...(step === undefined ? {} : { step }),
    },
  };
}

/** Returns the field of a boolean. */
export function booleanField(base: FieldBase): BooleanNode {
  return { ...base, kind: 'boolean' };
}

/**
 * Returns the values of a choice, from `enum` or from options with one value each; `null` when the schema is not a
 * choice.
 */
export function choiceOf(schema: SchemaObject, read: SchemaReader): ChoiceNode['options'] | null {
  if (Array.isArray(schema.enum) && schema.enum.length > 0) return schema.enum.map((value: JSONValue) => ({ value }));
  const given = schema.oneOf ?? schema.anyOf;
  if (!Array.isArray(given) || given.length === 0 || (schema.oneOf !== undefined && schema.anyOf !== undefined))
    return null;
  const options = given.map((option) => {
    const inner = read(option);
    const value = constantOf(inner);
    return value === undefined ? null : { value, ...(typeof inner?.title === 'string' ? { title: inner.title } : {}) };
  });
  return options.every((option) => option !== null) ? options : null;
}
