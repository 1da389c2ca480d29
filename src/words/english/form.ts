import type { FieldProblem } from '../../form/check-fields.js';
import type { FieldNode } from '../../form/field-node.js';
import type { JSONValue } from '../../protocol/base/json.js';
import type { JSONPath } from '../../protocol/base/json-path.js';
import { en } from './english-words.js';

const characters = (count: number): string => en.plural(count, { one: '# character', other: '# characters' });
const items = (count: number): string => en.plural(count, { one: '# item', other: '# items' });

const typeNames: Readonly<Record<string, string>> = {
  string: 'Text',
  number: 'Number',
  integer: 'Whole number',
  boolean: 'Yes or no',
  object: 'Group of fields',
  array: 'List',
  null: 'null',
  any: 'Any value',
};

const englishForm = {
  /** The name of a form without one. */
  form: 'Input',
  /** The whole value, if it has no title. */
  whole: 'Value',
  item: (position: number) => `Item ${en.number(position)}`,
  path: (path: JSONPath) =>
    path.map((part) => (typeof part === 'number' ? `item ${en.number(part + 1)}` : part)).join(' › '),
  optional: 'optional',
  notSet: 'Not set',
  notSetRequired: 'Not set yet',
  isNull: 'Set to no value (null)',
  empty: 'Empty',
  preset: (value: string) => `Default: ${value}.`,
  fixed: 'always this value',
  choose: 'Choose…',
  notAllowed: (value: string) => `${value} (not one of the choices)`,
  /** The search field for very many choices, which shows the matching ones. */
  findChoice: (label: string) => `Find a choice for ${label}`,
  findChoiceShort: (count: number) => `Find among ${en.number(count)} choices`,
  choicesFound: (shown: number, found: number) =>
    shown < found
      ? `The first ${en.number(shown)} of ${en.number(found)} choices. Type to find others.`
      : found === 0
        ? 'No choice holds this text.'
        : en.plural(found, { one: '# choice', other: '# choices' }),
  yes: 'Yes',
  no: 'No',
  /** The allowed values, in words: limits, length, steps. */
  hint,
  offset: (label: string) => `Time zone of ${label}`,
  /** A date-time without a time zone. */
  noOffset: 'none',
  /** The kind of a union. */
  kind: (label: string) => `Kind of ${label}`,
  kindShort: 'Kind',
  type: typeNames,
  actions: {
    leaveOut: 'Leave out',
    setNull: 'Set to null',
    setValue: 'Give a value',
    add: 'Add',
    addItem: 'Add an item',
    remove: 'Remove',
    up: 'Up',
    down: 'Down',
    reset: 'Reset',
    resetAll: 'Reset all',
    asFields: 'Edit as fields',
    discardText: 'Discard this text',
    at: (action: string, label: string) => `${action}: ${label}`,
  },
  extraName: (label: string) => `Name in ${label}`,
  newName: 'name',
  nameTaken: (name: string) => `“${name}” is there already. Choose another name.`,
  addMore: (label: string) => `Add a field to ${label}`,
  addMoreShort: 'Add a field…',
  json: (label: string) => `${label}, as JSON`,
  jsonReason: {
    schema: 'There is no form for this value: write it as JSON.',
    value: 'The value has another type than expected, so it is shown as JSON.',
    size: 'Too large for fields: write it as JSON.',
    chosen: '',
  } satisfies Readonly<Record<'schema' | 'value' | 'size' | 'chosen', string>>,
  fields: 'Fields',
  asJson: 'JSON',
  view: 'Edit as',
  mendFirst: 'Correct the JSON first, or discard the text.',
  problem: fieldProblemWords,
  problems: (count: number) => en.plural(count, { one: '# field needs attention', other: '# fields need attention' }),
  problemAt: (label: string, message: string) => `${label}: ${message}`,
  uncheckable: (message: string) => `It could not be checked: ${message}`,
  checking: 'Checking…',
  submit: 'Submit',
  failed: (message: string) => `This did not work: ${message}`,
  changes: {
    title: (count: number) => en.plural(count, { one: '# change', other: '# changes' }),
    none: 'No changes',
    kind: { added: 'added', removed: 'removed', changed: 'changed' } satisfies Readonly<
      Record<'added' | 'removed' | 'changed', string>
    >,
    before: 'before',
    after: 'after',
    /** A short form of a value. */
    value: (value: JSONValue) => (typeof value === 'string' ? value : JSON.stringify(value)),
  },
};

function hint(node: FieldNode): string {
  if (node.kind === 'number') return numberHint(node);
  if (node.kind !== 'text') return '';
  if (node.schema.format === 'date-time' && node.format === 'text')
    return 'A date and time such as 2026-01-31T09:30:00Z.';
  if (node.schema.format === 'date' && node.format === 'text') return 'A date such as 2026-01-31.';
  if (node.schema.format === 'time' && node.format === 'text') return 'A time such as 09:30:00.';
  const { minLength = 0, maxLength } = node;
  if (maxLength !== undefined)
    return `${minLength > 0 ? `${en.number(minLength)} to` : 'At most'} ${characters(maxLength)}.`;
  return minLength > 1 ? `At least ${characters(minLength)}.` : '';
}

function numberHint({ limits: { min, max, step }, isWhole }: Extract<FieldNode, { kind: 'number' }>): string {
  const what = isWhole ? 'A whole number' : 'A number';
  // Schema libraries add the limits of the type, which tell users nothing.
  const isTelling = (limit: number | undefined): limit is number =>
    limit !== undefined && Math.abs(limit) < Number.MAX_SAFE_INTEGER;
  const range =
    isTelling(min) && isTelling(max)
      ? ` from ${en.number(min)} to ${en.number(max)}`
      : isTelling(min)
        ? ` from ${en.number(min)}`
        : isTelling(max)
          ? ` up to ${en.number(max)}`
          : '';
  const steps = step === undefined || step === 1 ? '' : ` in steps of ${en.number(step)}`;
  return range === '' && steps === '' && !isWhole ? '' : `${what}${range}${steps}.`;
}

function fieldProblemWords(problem: FieldProblem): string {
  switch (problem.code) {
    case 'required':
      return 'Required';
    case 'not-allowed':
      return 'The tool has no such field. Remove it.';
    case 'not-an-option':
      return 'Choose one of the options.';
    case 'not-a-number':
      return 'Not a number yet. The last valid number is kept.';
    case 'inexact':
      return 'This number has more digits than can be kept exactly.';
    case 'ambiguous':
      return 'The comma could mean thousands or decimals. Leave it out, or write a point for decimals.';
    case 'not-whole':
      return 'This must be a whole number.';
    case 'incomplete':
      return 'This date or time is not complete. The last valid one is kept.';
    case 'wrong-type':
      return `This should be: ${typeNames[problem.type] ?? 'another kind of value'}.`;
    case 'wrong-json': {
      const { line, column, found } = problem.error;
      const what = found === '' ? 'the text ends too early' : `${found} cannot stand here`;
      return `Not valid JSON at line ${en.number(line)}, column ${en.number(column)}: ${what}. The last valid value is kept.`;
    }
    default:
      return limitWords(problem.code, problem.limit);
  }
}

function limitWords(code: Extract<FieldProblem, { limit: number }>['code'], limit: number): string {
  const words = {
    'too-short': `Too short: at least ${characters(limit)}.`,
    'too-long': `Too long: at most ${characters(limit)}.`,
    'too-small': `Too small: the limit is ${en.number(limit)}.`,
    'too-large': `Too large: the limit is ${en.number(limit)}.`,
    'off-step': `This must be a multiple of ${en.number(limit)}.`,
    'too-few': `At least ${items(limit)}.`,
    'too-many': `At most ${items(limit)}.`,
  };
  return words[code];
}

/** The English strings of forms. */
export const formStrings = { group: 'form' as const, english: englishForm };
