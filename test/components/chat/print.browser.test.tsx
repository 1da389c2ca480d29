import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { cdp } from 'vitest/browser';
import { wearStyles } from '../../setup/wear-styles.js';
import { showChat } from './support.js';

wearStyles();

afterEach(cleanup);
afterEach(() => cdp().send('Emulation.setEmulatedMedia', { media: '' }));

describe('a chat on paper', () => {
  it('C399 has all of its messages, and no message field', async () => {
    const text = Array.from({ length: 100 }, (_, line) => `Line ${line}`).join('\n');
    const { run } = showChat({ turns: [text] });
    run().start('Hello');
    const last = await screen.findByText(/Line 99$/, { selector: '[data-cs="text"]' });

    await cdp().send('Emulation.setEmulatedMedia', { media: 'print' });

    const log = screen.getByRole('log');
    for (
      let around = last.parentElement;
      around !== null && around !== log.parentElement;
      around = around.parentElement
    )
      expect([around.dataset.cs, getComputedStyle(around).overflowY]).toEqual([around.dataset.cs, 'visible']);
    const scroller = document.querySelector<HTMLElement>('[data-cs="thread-scroller"]');
    expect(scroller?.clientHeight).toBe(scroller?.scrollHeight);
    expect(scroller?.clientHeight).toBeGreaterThan(100 * 15);
    expect(document.querySelector('[data-cs="composer"]')).not.toBeVisible();
  });
});
