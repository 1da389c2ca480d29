'use client';
import { type KeyboardEvent, memo, type NamedExoticComponent, type ReactNode, useMemo } from 'react';
import type { FeedRow } from '../../feed/feed-row.js';
import { feedStrings } from '../../words/english/feed.js';
import { type Part, part } from '../part/part.js';
import { useWithin } from '../part/use-within.js';
import { useWords } from '../strings-provider.js';
import { FeedContext, type FeedContextValue, FeedRowContext, type FeedRowContextValue } from './feed-context.js';
import { FeedRow as FeedLine } from './feed-line.js';
import { useRowWindow } from './use-row-window.js';

/** Props of `Feed.Rows`. */
interface FeedRowsProps {
  /** Renders a line; a stable function avoids needless rendering. Default: `<Feed.Row />`. */
  readonly children?: ((row: FeedRow) => ReactNode) | undefined;
}

/**
 * The lines; only those in view are in the page. A tree grid with one focusable row: arrows, Home, End and Page keys
 * move, left and right fold and unfold, Enter shows the events.
 */
export const FeedRows: Part<'div', { follows: boolean; empty: boolean }, FeedRowsProps> = part(
  'Feed.Rows',
  'div',
  ({ children: renderRow, ...props }, render) => {
    const feed = useWithin(FeedContext, 'Feed.Rows');
    const strings = useWords(feedStrings);
    const { view, log, follows, actions } = feed;
    const tall = useTall(feed);
    const { start, end, visibleCount, scroller, lines, before, after, scrollToRow } = useRowWindow({
      count: view.length,
      tall,
      follows,
      onFollow: actions.follow,
    });
    const rows: FeedRow[] = [];
    for (let index = start; index < end; index++) {
      const row = view.row(index);
      if (row !== undefined) rows.push(row);
    }
    const isEmpty = view.length === 0;
    const at = view.indexOf(feed.active?.position);
    const own = isEmpty
      ? {}
      : {
          role: 'treegrid',
          tabIndex: 0,
          'aria-label': strings.title,
          'aria-rowcount': view.length,
          'aria-colcount': 3,
          'aria-activedescendant': at >= start && at < end ? lineId(feed, at) : undefined,
          onFocus: () => {
            if (at < 0) activate(feed, follows ? view.length - 1 : start + Math.min(visibleCount, 1));
          },
          onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
            if (event.target !== event.currentTarget) return;
            const next = moveIn(feed, { key: event.key, at, page: Math.max(1, visibleCount - 2) });
            if (next === undefined) return;
            event.preventDefault();
            if (next < view.length - 1) actions.follow(false);
            activate(feed, next);
            scrollToRow(next);
          },
        };
    const list = (
      <>
        {rows.map((row, offset) => (
          <Line
            key={row.key}
            row={row}
            id={lineId(feed, start + offset)}
            index={start + offset}
            isActive={start + offset === at}
            isFolded={feed.folded.has(row.key)}
            isOpen={feed.open.has(row.key)}
            share={shareOf(row, log.longest)}
            format={feed.format}
            actions={actions}
            renderRow={renderRow}
          />
        ))}
      </>
    );
    const state = { follows, empty: isEmpty };
    const grid = render(props, { 'data-cs': 'feed-lines', state, ...own, ref: lines, children: list });
    return (
      <div data-cs="feed-scroller" ref={scroller}>
        {isEmpty ? <p data-cs="feed-empty">{log.length === 0 ? strings.empty : strings.noMatch}</p> : null}
        <div data-cs="feed-space" ref={before} />
        {grid}
        <div data-cs="feed-space" ref={after} />
      </div>
    );
  },
);

function useTall({ open, view, log }: FeedContextValue): readonly number[] {
  const { epoch } = view;
  // biome-ignore lint/correctness/useExhaustiveDependencies: lines move only with the epoch; the view itself stays the same object
  return useMemo(() => {
    const indices = [...open].map(([key, position]) =>
      log.rowAt(position)?.key === key ? view.indexOf(position) : -1,
    );
    return indices.filter((index) => index >= 0).sort((a, b) => a - b);
  }, [open, epoch, log, view]);
}

function lineId({ id, view }: FeedContextValue, index: number): string {
  return `${id}-${view.row(index)?.position}`;
}

function activate({ view, actions }: FeedContextValue, index: number): void {
  const row = view.row(index);
  if (row !== undefined) actions.activate(row);
}

/**
 * Returns a duration's share of the longest: as a root, since durations differ by magnitudes; in steps, so that a new
 * longest one does not render all others.
 */
function shareOf({ duration = 0 }: FeedRow, longest: number): number {
  return longest === 0 ? 0 : Math.min(1, Math.ceil(Math.sqrt(duration / longest) * 20) / 20);
}

interface LineProps extends FeedRowContextValue {
  readonly renderRow: ((row: FeedRow) => ReactNode) | undefined;
}

const Line: NamedExoticComponent<LineProps> = memo(function Line({ renderRow, ...line }: LineProps) {
  return <FeedRowContext.Provider value={line}>{renderRow?.(line.row) ?? <FeedLine />}</FeedRowContext.Provider>;
});

/** A key, the line with the focus, and the number of lines in a page. */
interface FeedMove {
  readonly key: string;
  readonly at: number;
  readonly page: number;
}

/** Handles a key of a tree grid. Returns the line to move to, or the same line; `undefined` for other keys. */
function moveIn(feed: FeedContextValue, { key, at, page }: FeedMove): number | undefined {
  const { view, folded, open, actions } = feed;
  const row = view.row(at);
  const to = (index: number): number => Math.max(0, Math.min(view.length - 1, index));
  switch (key) {
    case 'ArrowDown':
      return to(at + 1);
    case 'ArrowUp':
      return to(at - 1);
    case 'PageDown':
      return to(at + page);
    case 'PageUp':
      return to(at - page);
    case 'Home':
      return 0;
    case 'End':
      return view.length - 1;
    case 'Enter':
    case ' ':
      if (row === undefined) return undefined;
      actions.open(row, !open.has(row.key));
      return at;
    case 'ArrowRight':
      if (row?.isGroup === undefined) return undefined;
      if (!folded.has(row.key)) return to(at + 1);
      actions.fold(row, false);
      return at;
    case 'ArrowLeft':
      if (row === undefined) return undefined;
      if (row.isGroup === undefined || folded.has(row.key)) return to(Math.max(view.indexOf(row.parent), 0));
      actions.fold(row, true);
      return at;
    default:
      return undefined;
  }
}
