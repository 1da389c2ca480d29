import { cleanup, render, screen } from '@testing-library/react';
import { arabicStrings } from 'countersign/languages/ar';
import { afterEach, describe, expect, it } from 'vitest';
import { EventFeed, StringsProvider } from '../../../src/components/index.js';
import type { RunEvent, RunEventBody } from '../../../src/protocol/run-event.js';
import { loadKitStyles } from '../../setup/load-kit-styles.js';

loadKitStyles();

afterEach(cleanup);

type Language = 'ar' | 'en';

function showFeed(language: Language, title: string): void {
  const bodies: readonly RunEventBody[] = [
    { type: 'tool-start', toolCallId: 'a', toolName: 'write_file', title, input: {}, approved: false, edited: false },
    { type: 'tool-end', toolCallId: 'a', toolName: 'write_file', end: { status: 'returned', value: 1 } },
    { type: 'late-answer', toolCallId: 'a', reason: 'expired' },
  ];
  const events: readonly RunEvent[] = bodies.map((body, seq) => ({
    ...{ v: 1 as const, seq, at: seq, runId: 'r', agentPath: ['lead'] },
    ...body,
  }));
  const feed = <EventFeed events={events} />;
  render(
    <div dir={language === 'ar' ? 'rtl' : 'ltr'} lang={language}>
      {language === 'ar' ? <StringsProvider strings={arabicStrings}>{feed}</StringsProvider> : feed}
    </div>,
  );
}

interface PlacedLine {
  readonly slot: string;
  readonly pieces: readonly string[];
}

/** Returns the visible pieces of the line, from left to right. */
function fromLeft({ slot, pieces }: PlacedLine): readonly string[] {
  const lines = [...document.querySelectorAll(`[data-cs="${slot}"]`)];
  const line = lines.find(({ textContent }) => pieces.every((piece) => textContent?.includes(piece)));
  if (line === undefined) throw new Error(`No line holds ${pieces.join(' and ')}.`);
  const placed = pieces.map((piece) => ({ piece, left: leftOf(line, piece) }));
  return placed.sort((a, b) => a.left - b.left).map(({ piece }) => piece);
}

function leftOf(line: Element, piece: string): number {
  const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const at = node.textContent?.indexOf(piece) ?? -1;
    if (at < 0) continue;
    const range = document.createRange();
    range.setStart(node, at);
    range.setEnd(node, at + piece.length);
    return range.getBoundingClientRect().left;
  }
  throw new Error(`No text of the line holds ${piece}.`);
}

describe('A line of the feed about a call', () => {
  it('is read from the right in Arabic, with a title in Latin letters', () => {
    showFeed('ar', 'Write notes.md');

    expect(fromLeft({ slot: 'feed-text', pieces: ['Write notes.md', ':', 'تم'] })).toEqual([
      'تم',
      ':',
      'Write notes.md',
    ]);
    expect(fromLeft({ slot: 'feed-detail', pieces: ['Write notes.md', ',', 'انتهت المهلة'] })).toEqual([
      'انتهت المهلة',
      ',',
      'Write notes.md',
    ]);
  });

  it.each(['640px', '300px'])('C472 loses its end where it is cut, and not its beginning, at %s', (width) => {
    const text = `Sorry, ${'nothing of this is deleted, '.repeat(12)}`;
    const bodies: readonly RunEventBody[] = [
      { type: 'step-start', step: 1 },
      { type: 'text-start', id: 't' },
      { type: 'text-delta', id: 't', delta: text },
    ];
    const events: readonly RunEvent[] = bodies.map((body, seq) => ({
      ...{ v: 1 as const, seq, at: seq, runId: 'r', agentPath: ['lead'] },
      ...body,
    }));
    render(
      <div dir="rtl" lang="ar" style={{ inlineSize: width }}>
        <StringsProvider strings={arabicStrings}>
          <EventFeed events={events} />
        </StringsProvider>
      </div>,
    );
    const row = screen.getByRole('row', { name: /Sorry/ });
    const cell = row.querySelector('[data-cs="feed-text"]') as HTMLElement;
    const { left, right, height } = cell.getBoundingClientRect();

    expect(leftOf(cell, 'Sorry')).toBeGreaterThanOrEqual(left);
    expect(leftOf(cell, 'Sorry')).toBeLessThan(right);
    expect(height).toBeLessThan(width === '300px' ? 40 : 25);
    if (width === '300px') expect(height).toBeGreaterThan(30);
  });

  it('is read from the left in English, with a title in Arabic letters', () => {
    showFeed('en', 'كتابة الخطة');

    expect(fromLeft({ slot: 'feed-text', pieces: ['كتابة الخطة', ':', 'done'] })).toEqual(['كتابة الخطة', ':', 'done']);
  });

  it('is one text where all of it is written alike', () => {
    showFeed('en', 'Write notes.md');

    expect(screen.getByText('Write notes.md: done')).toBeVisible();
  });
});
