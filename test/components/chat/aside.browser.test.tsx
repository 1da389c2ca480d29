import { act, cleanup, render, screen } from '@testing-library/react';
import type { RunEvent } from 'countersign';
import { AgentChat, AsideProvider, Composer, EventFeed, PreviewAside } from 'countersign/components';
import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { loadKitStyles } from '../../setup/load-kit-styles.js';
import { approval, batch, fakeRun } from '../support.js';

loadKitStyles();

afterEach(cleanup);

const events: readonly RunEvent[] = Array.from({ length: 5 }, (_, seq) => ({
  v: 1,
  seq,
  at: 1_700_000_000_000 + seq,
  runId: 'r',
  agentPath: ['lead'],
  type: 'warning',
  code: 'code',
  message: `Warning ${seq}`,
}));

const bottomOf = (selector: string): number => document.querySelector(selector)?.getBoundingClientRect().bottom ?? 0;

it('a feed below a narrow chat shows whole lines, and hides none behind its totals', async () => {
  const run = fakeRun({ events });
  const above = <div key="above" style={{ flex: 'none', blockSize: 120 }} />;
  render(
    <div style={{ inlineSize: 400 }}>
      <AgentChat run={run} aside={[above, <EventFeed key="feed" run={run} />]} />
    </div>,
  );
  await screen.findByText('5 lines');

  const totals = document.querySelector('[data-cs="feed-totals"]')?.getBoundingClientRect().top ?? 0;

  expect(totals).toBeGreaterThan(0);
  expect(bottomOf('[data-cs="feed-scroller"]')).toBeLessThanOrEqual(totals);
});

it('a field of a message is seen as one, without a box around it, too', () => {
  render(
    <div style={{ inlineSize: 800 }}>
      <Composer.Root run={fakeRun({})}>
        <Composer.Input />
        <Composer.Send>Go</Composer.Send>
      </Composer.Root>
    </div>,
  );

  expect(getComputedStyle(screen.getByRole('textbox')).borderTopStyle).toBe('solid');
  expect(bottomOf('textarea')).toBeCloseTo(bottomOf('button'), 0);
});

it('a panel beside a call covers nothing of the chat in a window of 320 × 256', async () => {
  await page.viewport(320, 256);
  const item = { ...approval('a'), preview: { status: 'ready', preview: { type: 'text', text: 'New' } } } as const;
  const run = fakeRun({ status: 'waiting', pending: [batch([item])] });
  render(
    <div style={{ blockSize: 256 }}>
      <AsideProvider>
        <AgentChat run={run} title="Workspace" aside={<PreviewAside run={run} />} />
      </AsideProvider>
    </div>,
  );
  const open = await screen.findByRole('button', { name: 'Open beside' });
  act(() => open.click());
  act(() => run.set({ pending: [], status: 'idle' }));
  const panel = await screen.findByRole('region', { name: 'Write a' });

  expect(bottomOf('[data-cs="composer"]')).toBeGreaterThan(0);
  expect(bottomOf('[data-cs="composer"]')).toBeLessThanOrEqual(panel.getBoundingClientRect().top);
  await page.viewport(414, 896);
});
