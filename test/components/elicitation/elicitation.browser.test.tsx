import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { Elicitation } from '../../../src/components/index.js';
import { button, showTool } from '../tools/support.js';
import '../../../src/json-schema/index.js';

afterEach(cleanup);

const schema = {
  type: 'object',
  properties: {
    email: { type: 'string', format: 'email', title: 'E-mail' },
    nights: { type: 'integer', minimum: 1, title: 'Nights' },
    price: { type: 'number', title: 'Price' },
    late: { type: 'boolean', title: 'Late' },
    room: {
      type: 'string',
      title: 'Room',
      oneOf: [
        { const: 's', title: 'Single room' },
        { const: 'd', title: 'Double room' },
      ],
    },
    extras: {
      type: 'array',
      title: 'Extras',
      items: {
        anyOf: [
          { const: 'b', title: 'Breakfast' },
          { const: 'p', title: 'Parking' },
        ],
      },
    },
  },
  required: ['email', 'nights', 'room'],
};

const ask = { mode: 'form', message: 'Your stay?', schema };
const page = { mode: 'url', message: 'Pay for it', url: 'https://pay.example/42?key=1' };

describe('Elicitation', () => {
  it('renders a flat schema, and gives its content with its types', async () => {
    const { submit } = showTool(Elicitation, ask);

    await userEvent.type(screen.getByRole('textbox', { name: /E-mail/ }), 'ada@example.org');
    await userEvent.type(screen.getByRole('textbox', { name: /Nights/ }), '2');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: /Room/ }), 'Double room');
    await userEvent.click(button('Add: Extras'));
    const [add] = screen.getAllByRole('button', { name: /^Add/ });
    if (add !== undefined) await userEvent.click(add);
    await userEvent.selectOptions(screen.getAllByRole('combobox').at(-1) ?? document.body, 'Parking');
    await userEvent.click(screen.getByRole('radio', { name: 'Yes' }));
    await userEvent.click(button('Send answer'));

    expect(submit.mock.calls).toMatchObject([
      [{ action: 'accept', content: { email: 'ada@example.org', nights: 2, room: 'd', extras: ['p'], late: true } }],
    ]);
    expect(document.body).toHaveTextContent('Your stay?');
  });

  it('shows the titles of choices that are named in the older way', async () => {
    const size = { type: 'string', enum: ['s', 'l'], enumNames: ['Small', 'Large'] };
    const { submit } = showTool(Elicitation, { ...ask, schema: { properties: { size }, required: ['size'] } });

    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'size' }), 'Large');
    await userEvent.click(button('Send answer'));

    expect(submit.mock.calls).toEqual([[{ action: 'accept', content: { size: 'l' } }]]);
  });

  it('sends nothing that breaks the schema, and says so at the field', async () => {
    const { submit } = showTool(Elicitation, ask);

    await userEvent.type(screen.getByRole('textbox', { name: /E-mail/ }), 'nobody');
    await userEvent.click(button('Send answer'));

    expect(submit).not.toHaveBeenCalled();
    expect(screen.getByRole('textbox', { name: /E-mail/ })).toHaveAttribute('aria-invalid', 'true');
  });

  it('says at its field what the run has against an answer', async () => {
    const { submit } = showTool(Elicitation, { ...ask, schema: { properties: { name: { type: 'string' } } } });
    submit.mockResolvedValueOnce({ status: 'invalid', issues: [{ path: ['content', 'name'], message: 'Too short.' }] });

    await userEvent.type(screen.getByRole('textbox', { name: /name/ }), 'A');
    await userEvent.click(button('Send answer'));

    await expect.poll(() => screen.getByRole('textbox', { name: /name/ }).getAttribute('aria-invalid')).toBe('true');
  });

  it.each([
    ['Decline', 'decline'],
    ['Cancel', 'cancel'],
  ])('gives %s as an answer, whatever the form holds', async (name, action) => {
    const { submit } = showTool(Elicitation, ask);

    await userEvent.click(button(name));

    expect(submit.mock.calls).toEqual([[{ action }]]);
  });

  it('shows where a page lies, opens it by a click alone, and is done only then', async () => {
    const { submit } = showTool(Elicitation, page);
    const link = screen.getByRole('link', { name: 'Open in a new tab' });

    expect(document.querySelector('[data-cs="page-host"]')).toHaveTextContent('pay.example');
    expect(document.body).toHaveTextContent('https://pay.example/42?key=1');
    expect(link).toHaveAttribute('rel', 'noopener noreferrer');
    expect(link).toHaveAttribute('target', '_blank');
    expect(document.querySelectorAll('iframe, img, link[href*="pay.example"]')).toHaveLength(0);
    expect(screen.queryByRole('button', { name: 'I have done it' })).toBeNull();

    link.addEventListener('click', (event) => event.preventDefault());
    await userEvent.click(link);
    await userEvent.click(button('I have done it'));

    expect(submit.mock.calls).toEqual([[{ action: 'accept' }]]);
  });

  it.each(['javascript:alert(1)', 'file:///etc/passwd', 'https://bank.example@evil.example/', 'nonsense', ''])(
    'opens no %s',
    (url) => {
      showTool(Elicitation, { ...page, url });

      expect(screen.queryByRole('link')).toBeNull();
      expect(screen.getAllByRole('button').map((each) => each.textContent)).toEqual(['Decline', 'Cancel']);
    },
  );
});
