import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { loadKitStyles } from '../../setup/load-kit-styles.js';
import { pauseToRead, showKeyedChat } from './support.js';

loadKitStyles();

afterEach(cleanup);

const six = ['low', 'medium', 'high', 'medium', 'low', 'medium'] as const;
const field = (): HTMLElement => screen.getByRole('textbox', { name: 'Message' });

describe('From the composer', () => {
  it('C148 the first of six open calls is one press away, and Escape goes back', async () => {
    const { keys } = await showKeyedChat(six);
    expect(field()).toHaveFocus();
    expect(field()).toHaveAccessibleDescription('6 actions need your approval: ↑ to review');

    await keys.press('ArrowUp');
    expect(screen.getByRole('group', { name: 'Read a' })).toHaveFocus();
    await keys.press('Escape');

    expect(field()).toHaveFocus();
    expect(keys.count()).toBe(2);
  });

  it('C148 a call is approved in two presses', async () => {
    const { keys, done } = await showKeyedChat(['medium']);

    await keys.press('ArrowUp');
    await pauseToRead();
    await keys.press('a');

    await waitFor(() => expect(done).toEqual(['Write a']));
    expect(keys.count()).toBe(2);
    await waitFor(() => expect(field()).toHaveFocus());
  });

  it('C148 a destructive call is approved in three', async () => {
    const { keys, done } = await showKeyedChat(['destructive']);

    await keys.press('ArrowUp');
    await pauseToRead();
    await keys.press('Shift+A');

    await waitFor(() => expect(done).toEqual(['Wipe a']));
    expect(keys.count()).toBe(3);
  });

  it('C148 a call is denied with a reason in three presses and the text', async () => {
    const { keys, modelInput: said } = await showKeyedChat(['medium']);

    await keys.press('ArrowUp');
    await pauseToRead();
    await keys.press('d');
    await keys.type('Not today');
    await keys.press('Enter');

    await waitFor(() => expect(said()).toContain('Not today'));
    expect(keys.count()).toBe(3);
  });

  it('C148 a mixed batch of six is answered in 12 presses and the texts, and none is ignored if a person reads first', async () => {
    const {
      keys,
      done,
      modelInput: said,
    } = await showKeyedChat(['low', 'medium', 'destructive', 'high', 'medium', 'low']);
    const refused: string[] = [];
    const observer = new MutationObserver(() => {
      for (const note of document.querySelectorAll('[data-cs="arming-note"]'))
        if (/Not approved yet|Nothing happened yet/.test(note.textContent ?? '')) refused.push(note.textContent ?? '');
    });
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });

    await keys.press('ArrowUp');
    await pauseToRead();
    await keys.press('a'); // approves a
    await pauseToRead();
    await keys.press('e'); // edits b
    // The form is loaded with the first edit.
    await waitFor(() => expect(document.activeElement).toHaveRole('textbox'));
    await keys.press('End');
    await keys.type('2');
    await keys.press('Enter'); // moves to the button without pressing it
    await waitFor(() => expect(document.activeElement).toHaveTextContent('Approve with edits'));
    await pauseToRead();
    await keys.press('Enter');
    await pauseToRead();
    await keys.press('Shift+A'); // approves c, which is destructive
    await pauseToRead();
    await keys.press('d'); // denies d
    await keys.type('Not to them');
    await keys.press('Enter');
    await pauseToRead();
    await keys.press('a'); // approves e
    await pauseToRead();
    await keys.press('a'); // approves f

    await waitFor(() => expect(done).toEqual(['Read a', 'Write b2', 'Wipe c', 'Write e', 'Read f']));
    expect(said()).toContain('Not to them');
    expect(refused).toEqual([]);
    observer.disconnect();
    expect(keys.count()).toBeLessThanOrEqual(12);
    await waitFor(() => expect(field()).toHaveFocus());
  });

  it('C154 a call whose Approve is out of view, as at 200 % zoom, is approved by a second press', async () => {
    await page.viewport(320, 300);
    const { keys, done } = await showKeyedChat(['medium']);
    await keys.press('ArrowUp');
    await pauseToRead();
    const card = screen.getByRole('group', { name: 'Write a' });
    card.style.paddingBlockStart = '300px';
    card.scrollIntoView({ block: 'start' });
    await pauseToRead('arming');

    await keys.press('a');
    await screen.findByText(/off screen\. Press again\./);
    expect(done).toEqual([]);
    await pauseToRead();
    await keys.press('a');

    await waitFor(() => expect(done).toEqual(['Write a']));
    await page.viewport(414, 896);
  });

  it('C154 a destructive call says which keys approve it if a letter alone does not', async () => {
    const { keys, done } = await showKeyedChat(['destructive']);
    await keys.press('ArrowUp');
    await pauseToRead();

    await keys.press('a');

    expect(screen.getByText('Not approved: this cannot be undone. Press Shift+A to approve.')).toBeVisible();
    expect(done).toEqual([]);
  });
});
