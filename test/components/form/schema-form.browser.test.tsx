import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { renderToString } from 'react-dom/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { SchemaField, SchemaForm } from '../../../src/components/index.js';
import type { JSONValue } from '../../../src/protocol/base/json.js';
import type { Issue } from '../../../src/protocol/signals.js';
import { wearStyles } from '../../setup/wear-styles.js';
import { box, button, field, objectOf, showForm } from './support.js';

wearStyles();

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('a field for', () => {
  it('a text keeps every character, on one line or on several', async () => {
    const form = showForm(objectOf({ name: { type: 'string' }, body: { type: 'string' } }), {
      name: ' a ',
      body: '1\r\n2',
    });

    await userEvent.type(box('name'), '42');
    await userEvent.type(box('body'), '{Enter}3');

    expect(form.value).toEqual({ name: ' a 42', body: '1\r\n2\r\n3' });
    expect(box('body').tagName).toBe('TEXTAREA');
  });

  it('a number stays a number, and what is none yet stays beside it', async () => {
    const form = showForm(objectOf({ size: { type: 'number' } }), { size: 7 });

    await userEvent.type(box('size'), '.05');
    expect(form.value).toEqual({ size: 7.05 });
    await userEvent.type(box('size'), 'x');

    expect(form.value).toEqual({ size: 7.05 });
    expect(box('size')).toHaveValue('7.05x');
    await userEvent.tab();
    expect(box('size')).toHaveAccessibleDescription(/Not a number yet/);
  });

  it('a number is stepped by arrows within its limits', async () => {
    const form = showForm(objectOf({ size: { type: 'integer', minimum: 0, maximum: 2 } }), { size: 1 });

    await userEvent.type(box('size'), '{ArrowUp}{ArrowUp}{ArrowUp}');
    expect(form.value).toEqual({ size: 2 });
    await userEvent.type(box('size'), '{ArrowDown}{ArrowDown}{ArrowDown}');

    expect(form.value).toEqual({ size: 0 });
  });

  it('yes or no tells absent from no', async () => {
    const form = showForm({ type: 'object', properties: { force: { type: 'boolean' } } }, {});
    const group = screen.getByRole('group', { name: /^force/ });
    expect(within(group).getAllByRole('radio', { checked: false })).toHaveLength(2);

    await userEvent.click(within(group).getByRole('radio', { name: 'No' }));

    expect(form.value).toEqual({ force: false });
    await userEvent.click(button('Leave out: force'));
    expect(form.value).toEqual({});
  });

  it('a choice keeps the type of each option, and a value that is none of them until another is chosen', async () => {
    const form = showForm(objectOf({ level: { enum: [1, '1', true, 'high'] } }), { level: 'gone' });
    const select = screen.getByRole('combobox', { name: 'level' });
    expect(select).toHaveDisplayValue('gone (not one of the choices)');

    await userEvent.selectOptions(select, within(select).getAllByRole('option', { name: '1' })[0] as HTMLElement);

    expect(form.value).toEqual({ level: 1 });
  });

  it('a moment keeps its time zone', async () => {
    const form = showForm(
      objectOf({ at: { type: 'string', format: 'date-time' }, day: { type: 'string', format: 'date' } }),
      {
        at: '2026-01-31T09:30:00+02:00',
        day: '2026-01-31',
      },
    );

    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Time zone of at' }), 'UTC');

    expect(form.value).toEqual({ at: '2026-01-31T09:30:00Z', day: '2026-01-31' });
    expect(screen.getByLabelText('day')).toHaveAttribute('type', 'date');
  });

  it('null stays null until a value is given, and comes back', async () => {
    const form = showForm(objectOf({ note: { type: ['string', 'null'] } }), { note: null });
    expect(field('/note')).toHaveTextContent('Set to no value (null)');

    await userEvent.click(button('Give a value: note'));
    expect(form.value).toEqual({ note: '' });
    expect(box('note')).toHaveFocus();
    await userEvent.type(box('note'), 'null');
    expect(form.value).toEqual({ note: 'null' });
    await userEvent.click(button('Set to null: note'));

    expect(form.value).toEqual({ note: null });
  });

  it('C396 a number is read in the notation of people, and an ambiguous one is rejected', async () => {
    const form = showForm(objectOf({ size: { type: 'number' } }), { size: 1 });

    await userEvent.clear(box('size'));
    await userEvent.type(box('size'), '٣٫٥');
    await userEvent.tab();
    expect(form.value).toEqual({ size: 3.5 });
    expect(box('size')).toHaveValue('3.5');
    await userEvent.clear(box('size'));
    await userEvent.type(box('size'), '1,500');
    await userEvent.tab();

    expect(box('size')).toHaveValue('1,500');
    expect(screen.getByText(/^The comma could mean thousands or decimals/)).toBeVisible();
  });

  it('C396 the keypad of a phone appears only if no minus sign can be needed', () => {
    const number = (more: object) => ({ type: 'number', ...more });
    showForm(objectOf({ any: number({}), size: number({ minimum: 0 }), count: { type: 'integer', minimum: 1 } }), {});

    const modes = ['any', 'size', 'count'].map((name) => box(name).getAttribute('inputmode'));

    expect(modes).toEqual(['text', 'decimal', 'numeric']);
  });

  it('C397 an optional field that is emptied is omitted, unless the empty text is a valid value', async () => {
    const properties = {
      size: { type: 'number' },
      nick: { type: 'string', minLength: 2 },
      mail: { type: 'string', format: 'email' },
      code: { type: 'string', pattern: '^\\d+$' },
      note: { type: 'string' },
    };
    const day = { type: 'string', format: 'date' };
    const start = { size: 5, nick: 'al', mail: 'a@b.c', code: '12', note: 'hi', day: '2026-01-31' };
    const form = showForm({ type: 'object', properties: { ...properties, day } }, start);

    for (const name of Object.keys(properties)) await userEvent.clear(box(new RegExp(`^${name}`)));
    await userEvent.clear(screen.getByLabelText(/^day/));
    await userEvent.tab();

    expect(form.value).toEqual({ note: '' });
    expect(screen.queryAllByText(/Not a number yet|not complete|Too short/)).toEqual([]);
  });

  it('C397 an emptied optional field stays in view among many, and a required one shows an error', async () => {
    const names = Array.from({ length: 20 }, (_, at) => `n${at}`);
    const properties = Object.fromEntries(names.map((name) => [name, { type: 'number' }]));
    const form = showForm({ type: 'object', properties, required: ['n0'] }, { n0: 1, n7: 2 });

    await userEvent.clear(box(/^n7/));
    expect(box(/^n7/)).toHaveFocus();
    expect(form.value).toEqual({ n0: 1 });
    await userEvent.clear(box('n0'));
    await userEvent.tab();

    expect(form.value).toEqual({ n0: 1 });
    expect(screen.getByText(/Not a number yet/)).toBeVisible();
  });

  it.each([
    ['an item of a list moves', () => userEvent.click(button('Down: Item 1'))],
    [
      'another option of a union is chosen',
      () => userEvent.selectOptions(screen.getByRole('combobox', { name: 'Kind of any' }), 'Number'),
    ],
  ])('C397 an emptied field stays in view when %s', async (_, act) => {
    const names = Array.from({ length: 20 }, (_, at) => `n${at}`);
    const properties = Object.fromEntries(names.map((name) => [name, { type: 'number' }]));
    const list = { type: 'array', items: { type: 'string' } };
    const any = {
      oneOf: [
        { type: 'string', title: 'Text' },
        { type: 'number', title: 'Number' },
      ],
    };
    showForm({ type: 'object', properties: { ...properties, list, any } }, { n7: 2, list: ['a', 'b'], any: 'a' });

    await userEvent.clear(box(/^n7/));
    await act();

    expect(box(/^n7/)).toBeVisible();
  });

  it('what is left out is neither empty nor null', async () => {
    const form = showForm({ type: 'object', properties: { note: { type: 'string', default: 'hi' } } }, {});
    expect(box(/^note/)).toHaveAccessibleDescription('Default: hi.');

    await userEvent.type(box(/^note/), 'a{Backspace}');
    expect(form.value).toEqual({ note: '' });
    await userEvent.click(button('Leave out: note'));

    expect(form.value).toEqual({});
  });

  it('an object holds its members, also those that the schema does not name', async () => {
    const schema = { type: 'object', properties: {}, additionalProperties: { type: 'string' } };
    const form = showForm(objectOf({ headers: schema }), { headers: { accept: 'a' } });

    await userEvent.type(box(/^accept/), 'b');
    await userEvent.click(button(/^Add: Add a field to headers/));
    expect(form.value).toEqual({ headers: { accept: 'ab', name: '' } });
    await userEvent.keyboard('accept');
    expect(screen.getByText('“accept” is there already. Choose another name.')).toBeVisible();
    await userEvent.keyboard('2{Enter}');

    expect(form.value).toEqual({ headers: { accept: 'ab', accept2: '' } });
    await userEvent.click(button('Remove: accept'));
    expect(form.value).toEqual({ headers: { accept2: '' } });
  });

  it('a list adds, moves and removes items, and the focus goes along', async () => {
    const form = showForm(objectOf({ to: { type: 'array', items: { type: 'number' }, maxItems: 3 } }), { to: [1, 2] });

    await userEvent.click(button('Add an item: to'));
    expect(box('Item 3')).toHaveFocus();
    expect(button('Add an item: to')).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(button('Down: Item 1'));
    expect(form.value).toEqual({ to: [2, 1, 0] });
    expect(button('Down: Item 2')).toHaveFocus();
    await userEvent.click(button('Remove: Item 3'));

    expect(form.value).toEqual({ to: [2, 1] });
    expect(button('Remove: Item 2')).toHaveFocus();
  });

  it('a union is another kind and back, without a loss', async () => {
    const kinds = [
      objectOf({ kind: { const: 'url' }, url: { type: 'string' } }),
      objectOf({ kind: { const: 'file' }, path: { type: 'string' } }),
    ];
    const form = showForm(objectOf({ from: { anyOf: kinds } }), { from: { kind: 'url', url: 'a' } });
    const chooser = screen.getByRole('combobox', { name: 'Kind of from' });

    await userEvent.selectOptions(chooser, 'file');
    await userEvent.type(box('path'), 'b');
    expect(form.value).toEqual({ from: { kind: 'file', path: 'b' } });
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Kind of from' }), 'url');

    expect(form.value).toEqual({ from: { kind: 'url', url: 'a' } });
  });

  it('what no form can say is JSON, of that part only', async () => {
    const form = showForm(
      objectOf({
        odd: { not: { type: 'string' }, allOf: [{ type: 'number' }, { type: 'string' }] },
        name: { type: 'string' },
      }),
      { odd: 1, name: 'a' },
    );
    const editor = box('odd, as JSON');

    await userEvent.clear(editor);
    await userEvent.type(editor, '[[1');
    expect(form.value).toEqual({ odd: 1, name: 'a' });
    await userEvent.tab();
    expect(editor).toHaveAccessibleDescription(/Not valid JSON at line 1, column 3/);
    await userEvent.type(editor, ']');

    expect(form.value).toEqual({ odd: [1], name: 'a' });
    expect(editor).not.toHaveAttribute('aria-invalid');
  });
});

describe('the form', () => {
  const schema = objectOf({ size: { type: 'integer', minimum: 1 }, name: { type: 'string', minLength: 1 } });

  it('says what is wrong at the field once it was left, and no sooner', async () => {
    showForm(schema, { size: 5, name: 'a' });

    await userEvent.clear(box('name'));
    expect(box('name')).not.toHaveAttribute('aria-invalid');
    await userEvent.tab();
    expect(box('name')).toHaveAccessibleDescription(/Too short/);
    await userEvent.type(box('name'), 'b');

    expect(box('name')).not.toHaveAttribute('aria-invalid');
  });

  it('asks the validator at each change, and the latest answer counts', async () => {
    const answers: ((issues: readonly Issue[]) => void)[] = [];
    const validate = vi.fn((_: JSONValue) => new Promise<readonly Issue[]>((resolve) => answers.push(resolve)));
    showForm(schema, { size: 5, name: 'a' }, { validate });
    await userEvent.type(box('name'), 'b');
    await userEvent.tab();

    answers.at(-1)?.([{ path: ['name'], message: 'Taken.' }]);
    expect(await within(field('/name')).findByText('Taken.')).toBeVisible();
    answers[0]?.([{ path: ['name'], message: 'Overtaken.' }]);
    await userEvent.type(box('size'), '1');
    answers.at(-1)?.([]);

    await waitFor(() => expect(screen.queryByText('Taken.')).toBeNull());
    expect(screen.queryByText('Overtaken.')).toBeNull();
    expect(validate).toHaveBeenLastCalledWith({ size: 51, name: 'ab' });
  });

  it('says in its own words what a library says by default, and keeps those of an author', async () => {
    const input = z.object({ size: z.int().refine((size) => size !== 51, 'Not that one.'), name: z.string().min(1) });
    const validate = async (value: JSONValue): Promise<Issue[]> =>
      (input.safeParse(value).error?.issues ?? []).map(({ path, message }) => ({ path: path.map(String), message }));
    showForm(schema, { size: 5, name: 'a' }, { validate });

    await userEvent.clear(box('name'));
    await userEvent.type(box('size'), '1');
    await userEvent.tab();

    await waitFor(() => expect(box('size')).toHaveAccessibleDescription(/Not that one\.$/));
    expect(box('name')).toHaveAccessibleDescription('Too short: at least 1 character.');
  });

  it('does not submit what is wrong: sums it up, and leads to the first field', async () => {
    const onSubmit = vi.fn();
    showForm(schema, { size: 0, name: '' }, { onSubmit });

    await userEvent.click(button('Submit'));

    expect(await screen.findByText('2 fields need attention')).toBeVisible();
    expect(box('size')).toHaveFocus();
    expect(onSubmit).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('link', { name: 'name: Too short: at least 1 character.' }));
    expect(box('name')).toHaveFocus();
    expect(location.hash).toBe('');
  });

  it('submits the value that was checked, once', async () => {
    let settle = (): void => {};
    const onSubmit = vi.fn(() => new Promise<void>((resolve) => (settle = resolve)));
    showForm(schema, { size: 1, name: 'a' }, { onSubmit });

    await userEvent.dblClick(button('Submit'));

    await vi.waitFor(() => expect(onSubmit).toHaveBeenCalledExactlyOnceWith({ size: 1, name: 'a' }));
    expect(button('Checking…')).toHaveAttribute('aria-disabled', 'true');
    settle();
    expect(await screen.findByRole('button', { name: 'Submit' })).not.toHaveAttribute('aria-disabled');
  });

  it('says why it could not be submitted, and can be tried again', async () => {
    const onSubmit = vi.fn().mockRejectedValueOnce(new Error('The line is dead.')).mockResolvedValue(undefined);
    showForm(schema, { size: 1, name: 'a' }, { onSubmit });

    await userEvent.click(button('Submit'));
    expect(await screen.findByRole('alert')).toHaveTextContent('This did not work: The line is dead.');
    await userEvent.click(button('Submit'));

    await vi.waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });

  it('shows what was changed against the original, and takes it back', async () => {
    const form = showForm(schema, { size: 1, name: 'a' }, { original: { size: 1, name: 'a' } });
    expect(screen.getByText('No changes')).toBeVisible();

    await userEvent.type(box('size'), '2');
    await userEvent.type(box('name'), 'b');
    const changes = screen.getByRole('region', { name: '2 changes' });
    expect(changes).toHaveTextContent(/size changedResetbefore 1after 12/);
    await userEvent.click(within(changes).getByRole('button', { name: 'Reset: size' }));
    expect(form.value).toEqual({ size: 1, name: 'ab' });
    await userEvent.click(button('Reset all'));

    expect(form.value).toEqual({ size: 1, name: 'a' });
  });

  it('refuses a validator, and takes the JSON Schema of one', () => {
    const schema = z.object({ name: z.string() });

    expect(() => renderToString(<SchemaForm schema={schema} value={{}} onChange={() => {}} />)).toThrow(
      expect.objectContaining({ code: 'not-json-schema' }),
    );
    showForm(z.toJSONSchema(schema, { target: 'draft-7' }), { name: 'Ada' });
    expect(box('name')).toHaveValue('Ada');
  });

  it('is one JSON text and fields again', async () => {
    const form = showForm(schema, { size: 1, name: 'a' });

    await userEvent.click(button('JSON'));
    const editor = screen.getByRole('textbox', { name: 'Value, as JSON' });
    await userEvent.clear(editor);
    await userEvent.click(editor);
    await userEvent.paste('{"size": 2, "name": "b"');
    expect(button('Fields')).toHaveAttribute('aria-disabled', 'true');
    await userEvent.type(editor, '}');
    await userEvent.click(button('Fields'));

    expect(form.value).toEqual({ size: 2, name: 'b' });
    expect(box('size')).toHaveValue('2');
  });

  it('can be filled in and submitted with the keyboard alone', async () => {
    const onSubmit = vi.fn();
    const form = showForm(
      objectOf({ name: { type: 'string' }, force: { type: 'boolean' } }),
      { name: '', force: false },
      { onSubmit },
    );
    box('name').focus();

    await userEvent.keyboard('go');
    await userEvent.tab();
    await userEvent.keyboard('{ArrowUp}');
    await userEvent.tab();
    expect(button('Submit')).toHaveFocus();
    await userEvent.keyboard('{Enter}');

    await vi.waitFor(() => expect(onSubmit).toHaveBeenCalledWith({ name: 'go', force: true }));
    expect(form.value).toEqual({ name: 'go', force: true });
  });

  it('C166 moves the focus to its button on Enter in a single-line field, and presses nothing', async () => {
    const onSubmit = vi.fn();
    showForm(objectOf({ name: { type: 'string' } }), { name: '' }, { onSubmit });
    box('name').focus();

    await userEvent.keyboard('go{Enter}');

    await vi.waitFor(() => expect(button('Submit')).toHaveFocus());
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('C166 moves the focus to the error on Enter, and announces it', async () => {
    const onSubmit = vi.fn();
    showForm(
      objectOf({ size: { type: 'number', maximum: 3 }, name: { type: 'string' } }),
      { size: 9, name: '' },
      { onSubmit },
    );
    box('name').focus();

    await userEvent.keyboard('{Enter}');

    await vi.waitFor(() => expect(box('size')).toHaveFocus());
    expect(box('size')).toHaveAttribute('aria-invalid', 'true');
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it.each(['Control', 'Meta'])('C166 is submitted by %s+Enter in a field, once', async (held) => {
    const onSubmit = vi.fn();
    showForm(objectOf({ text: { type: 'string', maxLength: 900 } }), { text: 'a\nb' }, { onSubmit });
    box('text').focus();

    await userEvent.keyboard(`{${held}>}{Enter}{/${held}}`);

    await vi.waitFor(() => expect(onSubmit).toHaveBeenCalledTimes(1));
  });

  it('C166 does not handle Enter where it begins a line', async () => {
    const onSubmit = vi.fn();
    const form = showForm(objectOf({ text: { type: 'string' } }), { text: 'a\nb' }, { onSubmit });
    box('text').focus();

    await userEvent.keyboard('{Enter}');

    expect(form.value).toEqual({ text: '\na\nb' });
    expect(box('text')).toHaveFocus();
  });

  it('takes the controls of an app, with the frame of its own', async () => {
    const form = showForm(
      schema,
      { size: 1, name: 'a' },
      {
        fields: {
          '/size': ({ value, onChange, attributes }) => (
            <input
              {...attributes}
              type="range"
              min={1}
              max={9}
              value={Number(value)}
              onChange={(event) => onChange(Number(event.target.value))}
            />
          ),
        },
        children: <SchemaField path={['size']} />,
      },
    );
    screen.getByRole('slider', { name: 'size' }).focus();

    await userEvent.keyboard('{ArrowRight}');

    expect(screen.queryByRole('textbox', { name: 'name' })).toBeNull();
    expect(form.container.querySelectorAll('[data-cs="schema-field"]')).toHaveLength(1);
  });

  it('takes a class by its state, a ref, other attributes and another element', () => {
    const ref = vi.fn();
    const className = ({ view }: { readonly view: string }): string => `shows-${view}`;
    render(
      <SchemaForm schema={{}} value="a" onChange={() => {}} ref={ref} className={className} id="x" render={<form />} />,
    );

    expect(ref).toHaveBeenCalledWith(document.querySelector('form.shows-fields#x[data-state="idle"]'));
  });

  it('is the same on a server, without style attributes, and is taken over without a warning', () => {
    const element = (
      <SchemaForm
        schema={{
          ...schema,
          properties: {
            size: { type: 'integer' },
            on: { type: 'boolean' },
            at: { type: 'string', format: 'date-time' },
            to: { type: 'array', items: {} },
          },
        }}
        value={{ size: 1, on: true, at: '2026-01-31T09:30:00Z', to: ['a', 1, null] }}
        original={{ size: 2 }}
        onChange={() => {}}
        onSubmit={() => {}}
      />
    );
    const container = document.body.appendChild(document.createElement('div'));
    container.innerHTML = renderToString(element);
    expect(container.innerHTML).not.toContain('style=');

    // Only from here on: React 18 warns of layout effects when it renders to a string beside a document.
    const errors = vi.spyOn(console, 'error');
    render(element, { container, hydrate: true });

    expect(errors.mock.calls).toEqual([]);
    expect(box('size')).toHaveValue('1');
  });
});
