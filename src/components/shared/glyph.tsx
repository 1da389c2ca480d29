'use client';
import type { ReactElement } from 'react';

/** Glyphs that distinguish states and risks without colour, and those of icon buttons. */
export type GlyphName =
  | 'copy'
  | 'down'
  | 'more'
  | 'stop'
  | 'up'
  | 'pen'
  | 'dot'
  | 'ring'
  | 'half'
  | 'approved'
  | 'check'
  | 'cross'
  | 'again'
  | 'no-entry'
  | 'shield'
  | 'clock'
  | 'square'
  | 'notice'
  | 'skip'
  | 'broken'
  | 'question'
  | 'bookmark'
  | 'triangle'
  | 'diamond'
  | 'octagon';

const circle = 'M9 2.25a6.75 6.75 0 1 1 0 13.5 6.75 6.75 0 0 1 0-13.5';

/** Drawn on 18 × 18, as strokes. */
const paths: Readonly<Record<GlyphName, string>> = {
  copy: 'M8 6.5h5A1.5 1.5 0 0 1 14.5 8v5a1.5 1.5 0 0 1-1.5 1.5H8A1.5 1.5 0 0 1 6.5 13V8A1.5 1.5 0 0 1 8 6.5M4 11.4A1.5 1.5 0 0 1 3.5 10V5A1.5 1.5 0 0 1 5 3.5h5a1.5 1.5 0 0 1 1.4.9',
  down: 'M9 3.5v11M4.6 10.1 9 14.5l4.4-4.4',
  more: 'M4 9h.01M9 9h.01M14 9h.01',
  stop: 'M5.5 5.5h7v7h-7z',
  up: 'M9 14.5v-11M4.6 7.9 9 3.5l4.4 4.4',
  check: 'M4 9.5 7.5 13 14 5.5',
  approved: `${circle}M5.8 9.2 8 11.4 12.2 7`,
  cross: 'M5 5l8 8M13 5l-8 8',
  'no-entry': `${circle}M4.5 13.5l9-9`,
  shield: 'M9 2.2l5.5 2v4.3c0 3.6-2.3 6-5.5 7.3-3.2-1.3-5.5-3.7-5.5-7.3V4.2zM6.5 9h5',
  clock: `${circle}M9 5.5V9l2.5 2`,
  square: 'M4.5 4.5h9v9h-9z',
  skip: 'M4 5l5 4-5 4M9.5 5l5 4-5 4',
  broken: 'M2.5 9h4M11.5 9h4M7.5 6l-1-2.5M10.5 12l1 2.5',
  question: `${circle}M7 7.2C7.2 5.3 11 5.3 11 7.3c0 1.3-2 1.4-2 2.9M9 12v.6`,
  bookmark: 'M5.5 3.5h7v11L9 11.8l-3.5 2.7z',
  ring: 'M9 4.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9',
  half: 'M9 2.25A6.75 6.75 0 1 1 2.25 9',
  pen: 'M3.5 14.5l.8-3.2 7.6-7.6 2.4 2.4-7.6 7.6z',
  dot: 'M9 7.25a1.75 1.75 0 1 1 0 3.5 1.75 1.75 0 0 1 0-3.5',
  again: 'M14.2 7A5.6 5.6 0 1 0 14.6 10M14.5 3.5V7H11',
  triangle: 'M9 2.5 16 15.2H2zM9 7v4M9 12.6v.6',
  diamond: 'M9 1.8 16.2 9 9 16.2 1.8 9zM9 5.6v4M9 11.6v.6',
  octagon: 'M6 2h6l4 4v6l-4 4H6l-4-4V6zM9 5.5v4.5M9 11.8v.7',
  notice: `${circle}M9 5.6v4.2M9 12v.6`,
};

/**
 * A small line drawing beside a word of the same meaning, hidden from screen readers. Small without the style sheet,
 * too.
 */
export function Glyph({ name }: { readonly name: GlyphName }): ReactElement {
  return (
    <svg
      data-cs="glyph"
      data-glyph={name}
      width="18"
      height="18"
      viewBox="0 0 18 18"
      aria-hidden="true"
      focusable="false"
    >
      <path d={paths[name]} />
    </svg>
  );
}
