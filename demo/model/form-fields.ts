import type { FormField, FormSchema } from './steps.js';

const NUMBERS = /\b(?:age|number|count|quantity|amount|price|year|weight|height|how (?:many|much|old))\b/i;

/** Replaces "my" with "your". */
export function addressed(text: string): string {
  const swapped: Record<string, string> = { 'i am': 'you are', 'am i': 'are you', i: 'you', my: 'your', me: 'you' };
  return text.replace(/\b(?:i am|am i|i|my|me)\b/gi, (word) => swapped[word.toLowerCase()] ?? word);
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function keyOf(label: string, taken: ReadonlySet<string>): string {
  const base =
    label
      .toLowerCase()
      .match(/[a-z0-9]+/g)
      ?.join('_') ?? 'answer';
  let key = base;
  for (let number = 2; taken.has(key); number += 1) key = `${base}_${number}`;
  return key;
}

function yesOrNoTitle(label: string): string {
  if (/^you are\b/i.test(label)) return `Are you${label.slice('you are'.length)}?`;
  return /^you\b/i.test(label) ? `Do ${label}?` : `${capitalised(label)}?`;
}

function fieldOf(item: string): { label: string; field: FormField } {
  const yesOrNo = /^(?:whether|if)\s+/i.exec(item);
  const label = addressed(item.replace(/^(?:whether|if|for|my|the|an?|your)\s+/i, ''));
  const title = capitalised(label);
  if (yesOrNo !== null) return { label, field: { type: 'boolean', title: yesOrNoTitle(label) } };
  if (NUMBERS.test(item)) return { label, field: { type: 'number', title } };
  if (/\be-?mail\b/i.test(item)) return { label, field: { type: 'string', title, format: 'email' } };
  if (/\b(?:date|birthday)\b/i.test(item)) return { label, field: { type: 'string', title, format: 'date' } };
  return { label, field: { type: 'string', title } };
}

/** Returns the form for a request such as "my name", "my age", "whether I like tea". */
export function formFor(items: readonly string[]): FormSchema {
  const fields = new Map<string, FormField>();
  for (const item of items) {
    const { label, field } = fieldOf(item);
    fields.set(keyOf(label, new Set(fields.keys())), field);
  }
  return { type: 'object', properties: Object.fromEntries(fields), required: [...fields.keys()] };
}

/** Returns the form for a choice among several options. */
export function choiceFor(options: readonly string[]): FormSchema {
  return {
    type: 'object',
    properties: { choice: { type: 'string', title: 'Your choice', enum: options } },
    required: ['choice'],
  };
}

/** Returns the question above the form. */
export function questionFor(items: readonly string[]): string {
  const asked = items.map((item) => {
    const text = addressed(item);
    return /^(?:what|which|who|when|where|why|how|whether|if|your|the|an?)\b/i.test(text) ? text : `your ${text}`;
  });
  const [only] = asked;
  if (asked.length === 1 && only !== undefined && /^your\b/i.test(only)) return `What is ${only}?`;
  return `Please tell me ${new Intl.ListFormat('en').format(asked)}.`;
}
