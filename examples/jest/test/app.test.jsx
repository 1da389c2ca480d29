import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { configure, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import 'countersign/styles.css';
import { disarmApprovals } from 'countersign/testing';
import { App } from '../src/app';

// The first run compiles views while a query waits for them.
configure({ asyncUtilTimeout: 30_000 });

let armAgain;

beforeEach(() => {
  armAgain = disarmApprovals();
});

afterEach(() => armAgain());

it('deletes the note that a person approves', async () => {
  render(<App />);

  await userEvent.type(screen.getByRole('textbox', { name: 'Message' }), 'Delete what is old{Enter}');
  await userEvent.click(await screen.findByRole('button', { name: /^Approve/ }));

  expect(await within(screen.getByRole('log')).findByText('That is done.')).toBeDefined();
});
