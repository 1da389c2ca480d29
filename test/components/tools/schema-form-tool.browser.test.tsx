import type { JSONSchema7 } from '@ai-sdk/provider';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { ClientToolOutlet, schemaFormTool } from '../../../src/components/index.js';
import { batch, external, fakeRun } from '../support.js';
import { button, hold, showTool } from './support.js';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const person: JSONSchema7 = {
  type: 'object',
  properties: { name: { type: 'string', title: 'Name' }, age: { type: 'number', title: 'Age' } },
  required: ['name', 'age'],
};
const fill = async (): Promise<void> => {
  await userEvent.type(await screen.findByRole('textbox', { name: /name/i }), 'Ada');
  await userEvent.type(screen.getByRole('textbox', { name: /age/i }), '36');
};

describe('schemaFormTool', () => {
  it('is a form of the schema that the model sends; types stay types', async () => {
    const { submit } = showTool(schemaFormTool(), { question: 'Who are you?', schema: person });
    expect(await screen.findByRole('region', { name: 'Who are you?' })).toBeVisible();

    await fill();
    await userEvent.click(button('Send answer'));

    await vi.waitFor(() => expect(submit.mock.calls).toEqual([[{ name: 'Ada', age: 36 }]]));
  });

  it('C235 shows an interrupt as a form of its schema', async () => {
    const { submit } = showTool(schemaFormTool(), { message: 'Which city?', schema: person, reason: 'input' });
    expect(await screen.findByRole('region', { name: 'Which city?' })).toBeVisible();

    await fill();
    await userEvent.click(button('Send answer'));

    await vi.waitFor(() => expect(submit.mock.calls).toEqual([[{ name: 'Ada', age: 36 }]]));
  });

  it.each(['message', 'question'])(
    'C235 accepts a text as the answer to a %s without a schema, but not an empty one',
    async (name) => {
      const { submit } = showTool(schemaFormTool(), { [name]: 'What is your name?' });
      const field = await screen.findByRole('textbox', { name: /answer/i });

      await userEvent.click(button('Send answer'));
      expect(field).toHaveAttribute('aria-invalid', 'true');
      await userEvent.type(field, 'Ada');
      await userEvent.click(button('Send answer'));

      await vi.waitFor(() => expect(submit.mock.calls).toEqual([['Ada']]));
    },
  );

  it('C235 shows the reason of an interrupt without a message, and accepts a text as the answer', async () => {
    const { submit } = showTool(schemaFormTool(), { reason: 'input_required' });
    expect(await screen.findByText('input_required')).toBeVisible();

    await userEvent.type(await screen.findByRole('textbox', { name: /answer/i }), 'Ada');
    await userEvent.click(button('Send answer'));

    await vi.waitFor(() => expect(submit.mock.calls).toEqual([['Ada']]));
  });

  it('has no JSON beside a form of one value, which it would say no better', async () => {
    showTool(schemaFormTool(), { question: 'What is your name?' });
    await screen.findByRole('textbox', { name: /answer/i });

    expect(screen.queryByRole('button', { name: 'JSON' })).toBeNull();
  });

  it('shows the input where the model does not put it into words, without a word for any value above', async () => {
    const schema = z.object({ people: z.number() });
    showTool(schemaFormTool({ schema }), { restaurant: 'Chez Nous' });

    expect(await screen.findByText('Chez Nous')).toBeVisible();
    expect((await screen.findByText('Value')).closest('legend')).toHaveAttribute('data-hidden');
  });

  it('checks by the schema of the tool before it sends, and says what is wrong at its field', async () => {
    const schema = z.object({
      name: z.string().refine((name) => name !== 'Ada', 'another one, please'),
      age: z.number(),
    });
    const { submit } = showTool(schemaFormTool({ schema, submitLabel: 'Done' }));
    await fill();

    await userEvent.click(button('Done'));

    expect(await screen.findAllByText(/another one, please/)).not.toHaveLength(0);
    expect(screen.getByRole('textbox', { name: /name/i })).toHaveAttribute('aria-invalid', 'true');
    expect(submit).not.toHaveBeenCalled();
  });

  it('finds its schema in the input, begins with a value, and makes another result', async () => {
    const Tool = schemaFormTool<{ kind: string }, string>({
      schemaOf: ({ kind }) => ({ type: 'object', properties: { [kind]: { type: 'string' } }, required: [kind] }),
      begin: ({ kind }) => ({ [kind]: 'interrupted' }),
      result: (value) => JSON.stringify(value),
    });
    const { submit } = showTool(Tool, { kind: 'city' });
    expect(await screen.findByRole('textbox', { name: /city/i })).toHaveValue('interrupted');

    await userEvent.click(button('Send answer'));

    await vi.waitFor(() => expect(submit.mock.calls).toEqual([['{"city":"interrupted"}']]));
  });

  it('shows at its field what breaks the outputSchema, until it is changed', async () => {
    const { submit } = showTool(schemaFormTool({ schema: person }));
    submit.mockResolvedValueOnce({ status: 'invalid', issues: [{ path: ['name'], message: 'already taken' }] });
    await fill();

    await userEvent.click(button('Send answer'));
    expect(await screen.findAllByText(/already taken/)).not.toHaveLength(0);
    await userEvent.type(screen.getByRole('textbox', { name: /name/i }), 'h');

    expect(screen.queryByText(/already taken/)).toBeNull();
    await userEvent.click(button('Send answer'));
    await vi.waitFor(() => expect(submit).toHaveBeenLastCalledWith({ name: 'Adah', age: 36 }));
  });

  it('sends once, however often it is pressed', async () => {
    const { submit } = showTool(schemaFormTool({ schema: person }));
    hold(submit);
    await fill();

    await userEvent.dblClick(button('Send answer'));

    await vi.waitFor(() => expect(submit).toHaveBeenCalledTimes(1));
    expect(button('Not now')).toHaveAttribute('aria-disabled', 'true');
  });

  it('tells the model that the person did not want to answer', async () => {
    const { fail } = showTool(schemaFormTool({ schema: person }));

    await userEvent.click(await screen.findByRole('button', { name: 'Not now' }));

    expect(fail.mock.calls).toEqual([['The user did not want to answer.']]);
  });

  it.each([
    [{}, /schemaFormTool has no schema/],
    [{ schema: 7 }, /schemaFormTool has no schema/],
  ])('says in its card that there is no schema in %j', (input, words) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined); // React reports what a boundary catches
    const run = fakeRun({ pending: [batch([external('a', { input })])] }, { pick_file: { render: schemaFormTool() } });
    const [item] = run.pending[0]?.items ?? [];
    if (item === undefined) throw new Error('The batch has an item.');

    render(<ClientToolOutlet run={run} item={item} />);

    expect(screen.getByRole('alert')).toHaveTextContent(words);
  });
});
