'use client';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { watchSizes } from '../page-gaps.js';
import { useLayout } from '../part/use-layout.js';

/** The number of lines to render beyond those in view, at each end. */
const overscan = 16;
/** The number of lines to scroll until other lines are rendered. */
const stride = 8;

/** The distance from the end that still counts as the end, in pixels. */
const endSlack = 24;

/** The sizes to use until lines can be measured, as on a server. */
const assumed = { height: 26, visibleCount: 30 };

/** Options of {@link useRowWindow}. */
interface RowWindowOptions {
  /** The number of lines. */
  readonly count: number;
  /** The indices of open lines, which show their events, ascending. */
  readonly tall: readonly number[];
  /** True to keep the end in view. */
  readonly follows: boolean;
  /** Called when the user has scrolled away from the end, or back to it. */
  readonly onFollow: (follows: boolean) => void;
}

/** The result of {@link useRowWindow}. */
interface RowWindow {
  /** The lines to render: from `start` to `end`, without `end`. */
  readonly start: number;
  readonly end: number;
  /** The number of lines in view. */
  readonly visibleCount: number;
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** The ref of the element around the lines; its children are lines only, in order. */
  readonly lines: RefObject<HTMLDivElement | null>;
  /** The refs of the spacers for lines that are not rendered. */
  readonly before: RefObject<HTMLDivElement | null>;
  readonly after: RefObject<HTMLDivElement | null>;
  /** Scrolls a line into view. */
  readonly scrollToRow: (index: number) => void;
}

/**
 * Returns which of many lines to render: those in view, and some around them. Lines are in the flow between two
 * spacers, whose sizes are set through the CSSOM: a strict Content-Security-Policy forbids style attributes, but not
 * this.
 *
 * `@tanstack/react-virtual` was not suitable: it walks over all lines whenever their number changes, which here is at
 * every event, and it needs a size or a position on each rendered line, which lines in the flow do not.
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
  const [view, setView] = useState<ViewPosition>({ first: 0, visibleCount: assumed.visibleCount });
  const { start, end } = rangeOf(options, view);
  const range = useRef({ start, end });

  const updateView = useCallback(() => {
    const element = scroller.current;
    if (element === null) return;
    const visibleCount = Math.ceil(element.clientHeight / offsets.current.height) + 1;
    const first = Math.floor(indexAt(offsets.current, element.scrollTop) / stride) * stride;
    // While the end is followed, the first line in view does not matter.
    const isSame = (last: ViewPosition): boolean =>
      last.visibleCount === visibleCount && (last.first === first || latest.current.follows);
    setView((last) => (isSame(last) ? last : { first, visibleCount }));
  }, []);

  const updateFollow = useFollow(scroller, latest, top);

  const updateLayout = useCallback(() => {
    if (scroller.current === null) return;
    // The event of a scroll may still be on its way. Rows must not move under a press that comes with it.
    if (latest.current.follows) updateFollow();
    if (lines.current !== null) {
      const previous = { tall: latest.current.tall, extras: extras.current, last: offsets.current };
      offsets.current = measureRows(lines.current, range.current.start, previous);
    }
    const shown = { ...range.current, count: latest.current.count };
    resizeSpacers({ before: before.current, after: after.current }, offsets.current, shown);
    if (latest.current.follows) scroller.current.scrollTop = scroller.current.scrollHeight;
    top.current = scroller.current.scrollTop;
  }, [updateFollow]);

  useLayout(() => {
    latest.current = options;
    range.current = { start, end };
    updateLayout();
  });
  useLayout(updateView, [updateView, options.count, options.follows]);

  useScrollTracking({ scroller, lines, updateFollow, updateLayout, updateView });

  const scrollToRow = useCallback(
    (index: number) => {
      if (scroller.current !== null) scrollRowIntoView(scroller.current, offsets.current, index);
      updateView();
    },
    [updateView],
  );

  return { start, end, visibleCount: view.visibleCount, scroller, lines, before, after, scrollToRow };
}

/** Returns the function to call after a scroll: it reports that the user has left the end, or is back at it. */
function useFollow(
  scroller: RefObject<HTMLDivElement | null>,
  latest: RefObject<RowWindowOptions>,
  top: RefObject<number>,
): () => void {
  return useCallback(() => {
    const element = scroller.current;
    if (element === null) return;
    const follows = followsAfter(element, { top: top.current, follows: latest.current.follows });
    top.current = element.scrollTop;
    if (follows === latest.current.follows) return;
    // Set at once, because `updateLayout` may run before the next rendering.
    latest.current = { ...latest.current, follows };
    latest.current.onFollow(follows);
  }, [scroller, latest, top]);
}

interface ScrollTrackingOptions extends Pick<RowWindow, 'scroller' | 'lines'> {
  readonly updateFollow: () => void;
  readonly updateLayout: () => void;
  readonly updateView: () => void;
}

/** Updates the view when the user scrolls, or when the scroll container or the lines change their size. */
function useScrollTracking({ scroller, lines, updateFollow, updateLayout, updateView }: ScrollTrackingOptions): void {
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const onScroll = (): void => {
      updateFollow();
      updateView();
    };
    const onSize = (): void => {
      updateLayout();
      updateView();
    };
    return watchScroller(element, lines.current, { onScroll, onSize });
  }, [scroller, lines, updateFollow, updateLayout, updateView]);
}

/** The first line in view, and the number of lines in view. */
type ViewPosition = Readonly<Record<'first' | 'visibleCount', number>>;

function rangeOf({ count, follows }: RowWindowOptions, view: ViewPosition) {
  const size = view.visibleCount + 2 * overscan + stride;
  const start = follows ? count - size + overscan : Math.min(view.first - overscan, count - view.visibleCount);
  return { start: Math.max(0, start), end: Math.min(count, Math.max(0, start) + size) };
}

interface PreviousMeasures {
  readonly tall: readonly number[];
  /** The height that each open line adds, by index, in pixels. Lines that are not rendered keep their last one. */
  readonly extras: Map<number, number>;
  readonly last: RowOffsets;
}

/** Measures the rendered lines, of which `start` is the first. Updates `extras`. */
function measureRows(list: HTMLElement, start: number, { tall, extras, last }: PreviousMeasures): RowOffsets {
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

function watchScroller(
  scroller: HTMLElement,
  lines: HTMLElement | null,
  { onScroll, onSize }: WindowListeners,
): () => void {
  const unwatch = watchSizes([scroller, lines], onSize);
  scroller.addEventListener('scroll', onScroll, { passive: true });
  return () => {
    unwatch();
    scroller.removeEventListener('scroll', onScroll);
  };
}

function scrollRowIntoView(scroller: HTMLElement, offsets: RowOffsets, index: number): void {
  const begin = offsetOf(offsets, index);
  const finish = begin + offsets.height;
  if (begin < scroller.scrollTop) scroller.scrollTop = begin;
  else if (finish > scroller.scrollTop + scroller.clientHeight) scroller.scrollTop = finish - scroller.clientHeight;
}

/** Returns the follow state after a scroll: scrolling up stops following, reaching the end resumes it. */
function followsAfter(
  { scrollTop, scrollHeight, clientHeight }: HTMLElement,
  last: { readonly top: number; readonly follows: boolean },
): boolean {
  const isBack = scrollTop < last.top;
  const isAtEnd = scrollTop >= scrollHeight - clientHeight - endSlack;
  return (isAtEnd ? !isBack : isBack) ? isAtEnd : last.follows;
}

type Spacers = Readonly<Record<'before' | 'after', HTMLElement | null>>;

/** Sets the sizes of the spacers for lines that are not rendered. */
function resizeSpacers(
  { before, after }: Spacers,
  offsets: RowOffsets,
  { start, end, count }: Readonly<Record<'start' | 'end' | 'count', number>>,
): void {
  setSize(before, offsetOf(offsets, start));
  setSize(after, offsetOf(offsets, count) - offsetOf(offsets, end));
}

/** An open line. */
interface TallRow {
  readonly index: number;
  /** The height that it has in addition to that of a closed line, in pixels. */
  readonly extra: number;
}

/** The positions of lines that all have the same height, except for open ones. */
interface RowOffsets {
  /** The height of a closed line, in pixels. */
  readonly height: number;
  /** The open lines by index, ascending. */
  readonly tall: readonly TallRow[];
}

/** Returns the position of a line, in pixels. */
export function offsetOf({ height, tall }: RowOffsets, index: number): number {
  let offset = index * height;
  for (const row of tall) {
    if (row.index >= index) break;
    offset += row.extra;
  }
  return offset;
}

/** Returns the index of the line at a position in pixels. */
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
