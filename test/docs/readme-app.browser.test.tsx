import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { disarmApprovals } from 'countersign/testing';
import { afterEach, beforeEach, it } from 'vitest';
import App from './readme-app.js';

beforeEach(() => disarmApprovals());
afterEach(cleanup);

it('the first example of the README asks before it deletes, and continues the same run', async () => {
  render(<App />);

  await userEvent.type(screen.getByRole('textbox', { name: 'Message' }), 'Good evening{Enter}');
  const card = await screen.findByRole('group', { name: /Delete note/ });
  await userEvent.click(within(card).getByRole('button', { name: /^Approve/ }));

  await within(screen.getByRole('log')).findByText('The old note is gone.');
});
