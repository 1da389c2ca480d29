import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { JSONValue } from '../../../src/protocol/base/json.js';
import { box, button, field, objectOf, showForm } from './support.js';

afterEach(cleanup);

/** Names with a special meaning in a carelessly built object. */
const oddNames = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'a/b', 'a~b', '', '"]', '<b>'];

describe('a form stands', () => {
  it('a schema that refers to itself, and goes down only when asked to', async () => {
    const schema = {
      $ref: '#/$defs/node',
      $defs: { node: { type: 'object', properties: { name: { type: 'string' }, next: { $ref: '#/$defs/node' } } } },
    };
    const form = showForm(schema, {});

    await userEvent.click(button('Add: next'));
    await userEvent.type(within(field('/next')).getByRole('textbox', { name: /^name/ }), 'a');

    expect(form.value).toEqual({ next: { name: 'a' } });
    expect(form.container.querySelectorAll('[data-cs="schema-field"]').length).toBeLessThan(10);
  });

  it.each([
    ['itself', { $ref: '#' }],
    ['one that refers back', { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } }],
    ['a sum of itself', { allOf: [{ $ref: '#' }] }],
    ['nothing', { $ref: '#/nowhere' }],
    ['another host', { $ref: 'https://example.com/schema.json' }],
  ])('a reference to %s: it is edited as JSON', (_, schema) => {
    showForm(schema, { a: 1 });

    expect(box('Value, as JSON')).toHaveValue('{\n  "a": 1\n}');
  });

  it('ten thousand choices, of which it draws a few and finds all', async () => {
    const options = Array.from({ length: 10_000 }, (_, at) => `option ${at}`);
    const form = showForm(objectOf({ pick: { enum: options } }), { pick: 'option 9998' });
    expect(form.container.querySelectorAll('option').length).toBeLessThanOrEqual(201);
    expect(screen.getByRole('combobox', { name: 'pick' })).toHaveDisplayValue('option 9998');

    await userEvent.type(screen.getByRole('searchbox', { name: 'Find a choice for pick' }), '7777');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'pick' }), 'option 7777');

    expect(form.value).toEqual({ pick: 'option 7777' });
  });

  it('ten thousand kinds of a union, ten thousand fields and ten thousand items: as JSON', () => {
    const many = Array.from({ length: 10_000 }, (_, at) => at);
    const kinds = many.map((at) => objectOf({ kind: { const: `k${at}` }, size: { type: 'number' } }));
    const fields = Object.fromEntries(many.map((at) => [`f${at}`, { type: 'string' }]));
    const schema = objectOf({
      one: { anyOf: kinds },
      all: objectOf(fields),
      list: { type: 'array', items: { type: 'number' } },
    });

    const { container } = showForm(schema, { one: { kind: 'k1', size: 1 }, all: { f1: 'a' }, list: many });

    expect(screen.getAllByRole('textbox', { name: /, as JSON$/ })).toHaveLength(3);
    expect(container.querySelectorAll('*').length).toBeLessThan(200);
  });

  it('a thousand levels of schema and of value', () => {
    let schema: object = { type: 'string' };
    let value: JSONValue = 'deep';
    for (let level = 0; level < 1_000; level++) {
      schema = objectOf({ in: schema });
      value = { in: value };
    }

    const { container } = showForm(schema, value);

    expect(container.querySelectorAll('[data-cs="schema-field"]').length).toBeLessThan(30);
    expect(screen.getByRole('textbox', { name: 'in, as JSON' })).toBeVisible();
  });

  it('a value of ten thousand levels', () => {
    let value: JSONValue = 'deep';
    for (let level = 0; level < 10_000; level++) value = [value];

    const { container } = showForm({ type: 'array', items: true }, value);

    expect(container.querySelectorAll('*').length).toBeLessThan(1_000);
  });

  it('a schema that asks for exponentially many values', async () => {
    const defs = Object.fromEntries(
      Array.from({ length: 30 }, (_, at) => [
        `d${at}`,
        objectOf({ a: { $ref: `#/$defs/d${at + 1}` }, b: { $ref: `#/$defs/d${at + 1}` } }),
      ]),
    );
    const schema = {
      type: 'object',
      properties: { start: { $ref: '#/$defs/d0' } },
      $defs: { ...defs, d30: { type: 'object' } },
    };
    const { container } = showForm(schema, {});

    await userEvent.click(button('Add: start'));

    expect(container.querySelectorAll('[data-cs="schema-field"]').length).toBeLessThan(2_100);
  });

  it.each(oddNames)('a member called %j', async (name) => {
    const properties = Object.fromEntries([[name, { type: 'string' }]]);
    const form = showForm({ type: 'object', properties, required: [name] }, Object.fromEntries([[name, 'a']]));

    await userEvent.type(screen.getByRole('textbox'), 'b');

    expect(Object.entries(form.value as object)).toEqual([[name, 'ab']]);
    expect(Object.getPrototypeOf(form.value)).toBe(Object.prototype);
    expect(form.container.querySelector('b')).toBeNull();
  });

  it('a schema of the wrong shape throughout', () => {
    const schema = {
      type: 'object',
      properties: {
        a: 7,
        b: null,
        c: { type: 'nonsense' },
        d: { enum: 'x', type: 'string' },
        e: { type: 'string', minLength: 'x', title: {} },
      },
      required: 'all',
    };

    showForm(schema, { a: 1, b: 2, c: 3, d: 'd', e: 'e' });

    expect(screen.getAllByRole('textbox')).toHaveLength(5);
  });
});
