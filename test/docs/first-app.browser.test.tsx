import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { disarmApprovals } from 'countersign/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import FirstChat from './first-chat.js';
import { chatModel } from './models.js';
import OwnCard from './own-card.js';

beforeEach(() => disarmApprovals());
afterEach(() => {
  cleanup();
  localStorage.clear();
});

const say = (text: string): Promise<void> =>
  userEvent.type(screen.getByRole('textbox', { name: 'Message' }), `${text}{Enter}`);

it('the first app asks the page and the person, and continues in the same run', async () => {
  render(<FirstChat />);

  await say('Delete what is old');
  await userEvent.click(await screen.findByRole('button', { name: 'Yes' }));
  const card = await screen.findByRole('group', { name: 'Delete note: old' });
  expect(JSON.stringify(chatModel.requests.at(-1)?.prompt)).not.toContain('Deleted.');
  await userEvent.click(within(card).getByRole('button', { name: /^Approve/ }));

  await within(screen.getByRole('log')).findByText('It is gone.');
  expect(JSON.stringify(chatModel.requests.at(-1)?.prompt)).toContain('Deleted.');
});

it('the app with rules and a card of its own asks about one of two', async () => {
  render(<OwnCard />);

  await say('Write both');
  const card = await screen.findByRole('group', { name: 'Write /published/b.md' });
  expect(card).toHaveClass('my-card');
  expect(card).toHaveTextContent('Customers read what is published.');
  expect(screen.getByRole('heading', { name: '1 action needs your approval' })).toBeVisible();
  expect({ ...localStorage }).toEqual({ '/drafts/a.md': 'Hello' });
  await userEvent.click(within(card).getByRole('button', { name: /^Publish/ }));

  await within(screen.getByRole('log')).findByText('Both are written.');
  expect(localStorage.getItem('/published/b.md')).toBe('Hello');
});
