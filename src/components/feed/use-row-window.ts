'use client';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { watchSizes } from '../page-gaps.js';
import { useLayout } from '../part/use-layout.js';

/** How many lines are rendered beyond those in view, at each end, and how many come and go at once. */
const overscan = 16;
const stride = 8;

/** How far from the end still counts as being there, in pixels. */
const endSlack = 24;

/** A guess until there is something to measure, as on a server. */
const assumed = { height: 26, fits: 30 };

/** What {@link useRowWindow} is told. */
export interface RowWindowOptions {
  /** How many lines there are. */
  readonly count: number;
  /** The indices of lines that are unfolded, ascending. */
  readonly tall: readonly number[];
  /** Whether the end stays in view. */
  readonly follows: boolean;
  /** The reader has scrolled away from the end, or back to it. */
  readonly onFollow: (follows: boolean) => void;
}

/** What {@link useRowWindow} gives. */
export interface RowWindow {
  /** The lines to render: from `start`, up to and without `end`. */
  readonly start: number;
  readonly end: number;
  /** How many lines are seen at once. */
  readonly fits: number;
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** Goes around the lines; its children are lines only, in order. */
  readonly lines: RefObject<HTMLDivElement | null>;
  /** Take the room of what is not rendered. */
  readonly before: RefObject<HTMLDivElement | null>;
  readonly after: RefObject<HTMLDivElement | null>;
  /** Brings a line into view. */
  readonly show: (index: number) => void;
}

/**
 * Renders of very many lines those in view. Lines are in the flow between two spacers, whose sizes are set through the
 * CSSOM: a strict Content-Security-Policy forbids style attributes, not this.
 *
 * Not `@tanstack/react-virtual`: it walks over all lines whenever their number changes, which here is with every event, and
 * wants a size or a place on each line that it renders, which lines in the flow do without.
 */
export function useRowWindow(options: RowWindowOptions): RowWindow {
  const scroller = useRef<HTMLDivElement>(null);
  const lines = useRef<HTMLDivElement>(null);
  const before = useRef<HTMLDivElement>(null);
  const after = useRef<HTMLDivElement>(null);
  const offsets = useRef<RowOffsets>({ height: assumed.height, tall: [] });
  const extras = useRef(new Map<number, number>());
  const latest = useRef(options);
  const top = useRef(0);
  const [view, setView] = useState<Seen>({ first: 0, fits: assumed.fits });
  const { start, end } = rangeOf(options, view);
  const range = useRef({ start, end });

  const look = useCallback(() => {
    const element = scroller.current;
    if (element === null) return;
    const fits = Math.ceil(element.clientHeight / offsets.current.height) + 1;
    const first = Math.floor(indexAt(offsets.current, element.scrollTop) / stride) * stride;
    // While the end is followed, it says what is rendered.
    const isSame = (last: Seen): boolean => last.fits === fits && (last.first === first || latest.current.follows);
    setView((last) => (isSame(last) ? last : { first, fits }));
  }, []);

  const lay = useCallback(() => {
    if (scroller.current === null) return;
    const { tall } = latest.current;
    if (lines.current !== null) {
      const known = { tall, extras: extras.current, last: offsets.current };
      offsets.current = measure(lines.current, range.current.start, known);
    }
    giveRoom({ before: before.current, after: after.current }, offsets.current, {
      ...range.current,
      count: latest.current.count,
    });
    if (latest.current.follows) scroller.current.scrollTop = scroller.current.scrollHeight;
    top.current = scroller.current.scrollTop;
  }, []);

  useLayout(() => {
    latest.current = options;
    range.current = { start, end };
    lay();
  });
  useLayout(look, [look, options.count, options.follows]);

  useReader({ scroller, lines, top, latest, lay, look });

  const show = useCallback(
    (index: number) => {
      if (scroller.current !== null) scrollTo(scroller.current, offsets.current, index);
      look();
    },
    [look],
  );

  return { start, end, fits: view.fits, scroller, lines, before, after, show };
}

interface ReaderOptions extends Pick<RowWindow, 'scroller' | 'lines'> {
  /** How far down the reader was. */
  readonly top: RefObject<number>;
  readonly latest: RefObject<RowWindowOptions>;
  readonly lay: () => void;
  readonly look: () => void;
}

/** Goes along with who scrolls, and with a window that changes its size. */
function useReader({ scroller, lines, top, latest, lay, look }: ReaderOptions): void {
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const onScroll = (): void => {
      const follows = followsAfter(element, { top: top.current, follows: latest.current.follows });
      top.current = element.scrollTop;
      if (follows !== latest.current.follows) {
        // Told before the next rendering, so that what is looked at is what the reader sees.
        latest.current = { ...latest.current, follows };
        latest.current.onFollow(follows);
      }
      look();
    };
    const onSize = (): void => {
      lay();
      look();
    };
    return watch(element, lines.current, { onScroll, onSize });
  }, [scroller, lines, top, latest, lay, look]);
}

/** The line at the top, and how many there are in view. */
type Seen = Readonly<Record<'first' | 'fits', number>>;

function rangeOf({ count, follows }: RowWindowOptions, view: Seen) {
  const size = view.fits + 2 * overscan + stride;
  const start = follows ? count - size + overscan : Math.min(view.first - overscan, count - view.fits);
  return { start: Math.max(0, start), end: Math.min(count, Math.max(0, start) + size) };
}

interface Known {
  readonly tall: readonly number[];
  readonly extras: Map<number, number>;
  readonly last: RowOffsets;
}

function measure(list: HTMLElement, start: number, { tall, extras, last }: Known): RowOffsets {
  const isTall = new Set(tall);
  const plain = [...list.children].findIndex((_, place) => !isTall.has(start + place));
  const height = list.children[plain]?.getBoundingClientRect().height || last.height;
  for (const index of extras.keys()) if (!isTall.has(index)) extras.delete(index);
  for (const index of tall) {
    const line = list.children[index - start];
    if (line !== undefined) extras.set(index, Math.max(0, line.getBoundingClientRect().height - height));
  }
  return { height, tall: tall.map((index) => ({ index, extra: extras.get(index) ?? 0 })) };
}

function setSize(element: HTMLElement | null, pixels: number): void {
  const size = `${Math.max(0, pixels)}px`;
  if (element !== null && element.style.blockSize !== size) element.style.blockSize = size;
}

interface WindowListeners {
  readonly onScroll: () => void;
  readonly onSize: () => void;
}

function watch(scroller: HTMLElement, lines: HTMLElement | null, { onScroll, onSize }: WindowListeners): () => void {
  const unwatch = watchSizes([scroller, lines], onSize);
  scroller.addEventListener('scroll', onScroll, { passive: true });
  return () => {
    unwatch();
    scroller.removeEventListener('scroll', onScroll);
  };
}

function scrollTo(scroller: HTMLElement, offsets: RowOffsets, index: number): void {
  const begin = offsetOf(offsets, index);
  const finish = begin + offsets.height;
  if (begin < scroller.scrollTop) scroller.scrollTop = begin;
  else if (finish > scroller.scrollTop + scroller.clientHeight) scroller.scrollTop = finish - scroller.clientHeight;
}

/** Who scrolls up to read stops following; who comes back to the end goes on. */
function followsAfter(
  { scrollTop, scrollHeight, clientHeight }: HTMLElement,
  last: { readonly top: number; readonly follows: boolean },
): boolean {
  const isBack = scrollTop < last.top;
  const isAtEnd = scrollTop >= scrollHeight - clientHeight - endSlack;
  return (isAtEnd ? !isBack : isBack) ? isAtEnd : last.follows;
}

type Spacers = Readonly<Record<'before' | 'after', HTMLElement | null>>;

/** Gives the lines that are not rendered their room. */
function giveRoom(
  { before, after }: Spacers,
  offsets: RowOffsets,
  { start, end, count }: Readonly<Record<'start' | 'end' | 'count', number>>,
): void {
  setSize(before, offsetOf(offsets, start));
  setSize(after, offsetOf(offsets, count) - offsetOf(offsets, end));
}

/** A line that shows more than itself. */
export interface TallRow {
  readonly index: number;
  /** Pixels that it adds to a line's height. */
  readonly extra: number;
}

/** Where lines stand, from the top, when all have one height but a few. */
export interface RowOffsets {
  /** Pixels. */
  readonly height: number;
  /** By index, ascending. */
  readonly tall: readonly TallRow[];
}

/** Where a line begins, in pixels. */
export function offsetOf({ height, tall }: RowOffsets, index: number): number {
  let offset = index * height;
  for (const row of tall) {
    if (row.index >= index) break;
    offset += row.extra;
  }
  return offset;
}

/** The line at so many pixels from the top. */
export function indexAt({ height, tall }: RowOffsets, offset: number): number {
  let before = 0;
  for (const { index, extra } of tall) {
    const top = index * height + before;
    if (offset < top) break;
    if (offset < top + height + extra) return index;
    before += extra;
  }
  return Math.max(0, Math.floor((offset - before) / height));
}
