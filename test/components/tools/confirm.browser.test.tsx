import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { Confirm } from '../../../src/components/index.js';
import { button, showTool } from './support.js';

afterEach(cleanup);

describe('Confirm', () => {
  it('asks in the words of the model', () => {
    showTool(Confirm, { question: 'Send it now?', detail: 'Twelve people get it.', yes: 'Send', no: 'Wait' });

    expect(screen.getByRole('group', { name: 'Send it now?' })).toHaveTextContent('Twelve people get it.');
    expect(screen.getAllByRole('button').map((each) => each.textContent)).toEqual(['Send', 'Wait']);
  });

  it.each([
    ['Yes', true],
    ['No', false],
  ])('gives %s as %s, by keyboard', async (name, confirmed) => {
    const { submit } = showTool(Confirm);

    button(name).focus();
    await userEvent.keyboard(' ');

    expect(submit.mock.calls).toEqual([[{ confirmed }]]);
  });

  it('gives a reason that was written, and no key in it answers', async () => {
    const { submit } = showTool(Confirm);

    await userEvent.type(screen.getByRole('textbox', { name: 'Reason (optional)' }), ' after{Enter}lunch ');
    expect(submit).not.toHaveBeenCalled();
    await userEvent.click(button('No'));

    expect(submit.mock.calls).toEqual([[{ confirmed: false, reason: 'after\nlunch' }]]);
  });

  it('asks for no reason when the model wants none', () => {
    showTool(Confirm, { reason: 'none' });

    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it.each([null, 7, { question: 7, yes: '', no: [] }])('makes do with the input %j', (input) => {
    showTool(Confirm, input);

    expect(screen.getAllByRole('button').map((each) => each.textContent)).toEqual(['Yes', 'No']);
  });

  it('shows what its words hide, on the buttons, too', () => {
    showTool(Confirm, { question: 'Send \u202Eon?', detail: 'To \u200Ball.', yes: 'N\u200Bo', no: 'Y\u202Ees' });

    expect(document.body.textContent).not.toMatch(/[\u200B\u202E]/);
    expect(document.querySelectorAll('[data-cs="deceptive"]')).toHaveLength(4);
  });
});
