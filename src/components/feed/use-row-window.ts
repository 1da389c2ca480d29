'use client';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { indexAt, offsetOf, type RowOffsets } from './row-offsets.js';

/** How many lines are rendered beyond those in view, at each end, and how many come and go at once. */
const overscan = 16;
const stride = 8;

/** How far from the end still counts as being there, in pixels. */
const slack = 24;

/** A guess until there is something to measure, as on a server. */
const assumed = { height: 26, fits: 30 };

/** On a server there is no layout. */
const useLayout = typeof document === 'undefined' ? useEffect : useLayoutEffect;

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
  const [view, setView] = useState({ first: 0, fits: assumed.fits });
  const { start, end } = rangeOf(options, view);
  const range = useRef({ start, end });

  const look = useCallback(() => {
    const element = scroller.current;
    if (element === null) return;
    const fits = Math.ceil(element.clientHeight / offsets.current.height) + 1;
    const first = Math.floor(indexAt(offsets.current, element.scrollTop) / stride) * stride;
    setView((last) => {
      // While the end is followed, it says what is rendered.
      const isSame = last.fits === fits && (last.first === first || latest.current.follows);
      return isSame ? last : { first, fits };
    });
  }, []);

  /** Measures what is rendered, gives the rest its room, and stays at the end. */
  const lay = useCallback(() => {
    const { count, tall, follows } = latest.current;
    const list = lines.current;
    const element = scroller.current;
    if (element === null) return;
    if (list !== null)
      offsets.current = measure(list, range.current.start, { tall, extras: extras.current, last: offsets.current });
    const all = offsetOf(offsets.current, count);
    setSize(before.current, offsetOf(offsets.current, range.current.start));
    setSize(after.current, all - offsetOf(offsets.current, range.current.end));
    if (follows) element.scrollTop = element.scrollHeight;
    top.current = element.scrollTop;
  }, []);

  useLayout(() => {
    latest.current = options;
    range.current = { start, end };
    lay();
  });
  useLayout(look, [look, options.count, options.follows]);

  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const onScroll = (): void => {
      const isBack = element.scrollTop < top.current;
      top.current = element.scrollTop;
      const isAtEnd = element.scrollTop >= element.scrollHeight - element.clientHeight - slack;
      if (isAtEnd !== latest.current.follows && (isAtEnd ? !isBack : isBack)) {
        // Told before the next rendering, so that what is looked at is what the reader sees.
        latest.current = { ...latest.current, follows: isAtEnd };
        latest.current.onFollow(isAtEnd);
      }
      look();
    };
    const onSize = (): void => {
      lay();
      look();
    };
    return watch(element, lines.current, { onScroll, onSize });
  }, [lay, look]);

  const show = useCallback(
    (index: number) => {
      if (scroller.current !== null) scrollTo(scroller.current, offsets.current, index);
      look();
    },
    [look],
  );

  return { start, end, fits: view.fits, scroller, lines, before, after, show };
}

function rangeOf({ count, follows }: RowWindowOptions, view: { readonly first: number; readonly fits: number }) {
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
  const observer = new ResizeObserver(onSize);
  observer.observe(scroller);
  if (lines !== null) observer.observe(lines);
  scroller.addEventListener('scroll', onScroll, { passive: true });
  return () => {
    observer.disconnect();
    scroller.removeEventListener('scroll', onScroll);
  };
}

function scrollTo(scroller: HTMLElement, offsets: RowOffsets, index: number): void {
  const begin = offsetOf(offsets, index);
  const finish = begin + offsets.height;
  if (begin < scroller.scrollTop) scroller.scrollTop = begin;
  else if (finish > scroller.scrollTop + scroller.clientHeight) scroller.scrollTop = finish - scroller.clientHeight;
}
