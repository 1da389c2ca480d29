import { isSameJson } from '../protocol/base/json.js';
import type { JSONPath } from '../protocol/base/json-path.js';
import type { FieldNode, ListNode } from './field-node.js';
import { type JsonTextError, parseText } from './json-text-error.js';
import { parseNumber } from './number-text.js';
import type { ChoiceNode, NumberNode, TextNode } from './plain-field.js';
import { constantOf } from './union-options.js';

/** A problem of a field that the form finds without a validator. Each code has a message in the strings table. */
export type FieldProblem =
  | {
      readonly code:
        | 'required'
        | 'not-allowed'
        | 'not-an-option'
        | 'not-a-number'
        | 'inexact'
        | 'ambiguous'
        | 'not-whole'
        | 'incomplete';
    }
  | { readonly code: 'wrong-type'; readonly type: string }
  | { readonly code: 'wrong-json'; readonly error: JsonTextError }
  | {
      readonly code: 'too-short' | 'too-long' | 'too-small' | 'too-large' | 'off-step' | 'too-few' | 'too-many';
      readonly limit: number;
    };

interface FoundProblem {
  readonly path: JSONPath;
  readonly problem: FieldProblem;
}

/** Typed texts that are not a valid value yet, by the key of their field: half a number, half a date, broken JSON. */
export type FormDrafts = Readonly<Record<string, string>>;

/** Returns all fields of a tree in the order of the page, each before the fields in it. */
export function allFields(root: FieldNode): readonly FieldNode[] {
  const found: FieldNode[] = [];
  const visit = (node: FieldNode): void => {
    found.push(node);
    for (const child of childrenOf(node)) visit(child);
  };
  visit(root);
  return found;
}

function childrenOf(node: FieldNode): readonly FieldNode[] {
  if (node.kind === 'object') return [...node.fields, ...node.extras];
  if (node.kind === 'list') return node.items;
  return node.kind === 'union' && node.field !== null ? [node.field] : [];
}

/** Finds the problems that the form itself can detect. A validator finds the rest. */
export function checkFields(root: FieldNode, drafts: FormDrafts): readonly FoundProblem[] {
  const problems: FoundProblem[] = [];
  const forbidden = new Set<string>();
  for (const node of allFields(root)) {
    if (node.kind === 'object' && node.schema.additionalProperties === false) {
      for (const { key } of node.extras) forbidden.add(key);
    }
    // `delete`, so that the problem is reported once: a union and the field of its option have the same key.
    const problem =
      draftProblem(node, drafts) ?? (forbidden.delete(node.key) ? { code: 'not-allowed' as const } : problemOf(node));
    if (problem !== null) problems.push({ path: node.path, problem });
  }
  return problems;
}

function draftProblem(node: FieldNode, drafts: FormDrafts): FieldProblem | null {
  const draft = Object.hasOwn(drafts, node.key) ? drafts[node.key] : undefined;
  if (draft === undefined) return null;
  if (node.kind === 'json') return jsonProblem(draft);
  if (node.kind === 'text') return { code: 'incomplete' };
  if (node.kind !== 'number') return null;
  const parsed = parseNumber(draft);
  return parsed.status === 'number' ? null : { code: parsed.status };
}

/** Returns the problem of a text that should be JSON. */
export function jsonProblem(text: string): FieldProblem | null {
  const parsed = parseText(text);
  if (parsed.status === 'inexact') return { code: 'inexact' };
  return parsed.status === 'broken' ? { code: 'wrong-json', error: parsed.error } : null;
}

function problemOf(node: FieldNode): FieldProblem | null {
  if (node.state === 'absent') return node.isRequired ? { code: 'required' } : null;
  if (node.state === 'null') return null;
  switch (node.kind) {
    case 'text':
      return textProblem(node);
    case 'number':
      return numberProblem(node);
    case 'choice':
      return choiceProblem(node);
    case 'list':
      return listProblem(node);
    case 'json':
      if (node.reason === 'value' && constantOf(node.schema) !== undefined) return { code: 'not-an-option' };
      return node.reason === 'value' ? { code: 'wrong-type', type: String([node.schema.type ?? ''].flat()[0]) } : null;
    default:
      return null;
  }
}

function textProblem({ value, minLength = 0, maxLength = Infinity }: TextNode): FieldProblem | null {
  const length = typeof value === 'string' ? [...value].length : 0;
  if (length < minLength) return { code: 'too-short', limit: minLength };
  return length > maxLength ? { code: 'too-long', limit: maxLength } : null;
}

function numberProblem({ value, limits, isWhole, schema }: NumberNode): FieldProblem | null {
  if (typeof value !== 'number') return null;
  const { min = -Infinity, max = Infinity, step } = limits;
  const { exclusiveMinimum: above, exclusiveMaximum: below } = schema;
  if (isWhole && !Number.isInteger(value)) return { code: 'not-whole' };
  if (value < min) return { code: 'too-small', limit: min };
  if (value > max) return { code: 'too-large', limit: max };
  if (typeof above === 'number' && value <= above) return { code: 'too-small', limit: above };
  if (typeof below === 'number' && value >= below) return { code: 'too-large', limit: below };
  if (step === undefined || step === 1 || Math.abs(value / step - Math.round(value / step)) < 1e-9) return null;
  return { code: 'off-step', limit: step };
}

function choiceProblem({ value, options }: ChoiceNode): FieldProblem | null {
  return options.some((option) => isSameJson(option.value, value)) ? null : { code: 'not-an-option' };
}

function listProblem({ items, minItems, maxItems }: ListNode): FieldProblem | null {
  if (items.length < minItems) return { code: 'too-few', limit: minItems };
  return items.length > maxItems ? { code: 'too-many', limit: maxItems } : null;
}
