import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { read, showDesk } from './support.js';

afterEach(cleanup);

const six = ['low', 'medium', 'high', 'medium', 'low', 'medium'] as const;
const field = (): HTMLElement => screen.getByRole('textbox', { name: 'Message' });

describe('C160 From the composer', () => {
  it('the first of six open calls is one press away, and Escape goes back', async () => {
    const { keys } = await showDesk(six);
    expect(field()).toHaveFocus();
    expect(field()).toHaveAccessibleDescription('6 calls wait for you: ↑ to answer');

    await keys.press('ArrowUp');
    expect(screen.getByRole('group', { name: 'Read a' })).toHaveFocus();
    await keys.press('Escape');

    expect(field()).toHaveFocus();
    expect(keys.count()).toBe(2);
  });

  it('a call is approved in two presses', async () => {
    const { keys, done } = await showDesk(['medium']);

    await keys.press('ArrowUp');
    await read();
    await keys.press('a');

    await waitFor(() => expect(done).toEqual(['Write a']));
    expect(keys.count()).toBe(2);
    await waitFor(() => expect(field()).toHaveFocus());
  });
});
