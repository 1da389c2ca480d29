'use client';
import { type Context, createContext, useContext } from 'react';
import { UserError } from '../../protocol/errors.js';
import type { FeedActions } from './feed-context.js';
import type { FeedFormat } from '../../feed/feed-format.js';
import type { FeedRow } from '../../feed/feed-row.js';

/** What the parts of one line share. */
export interface FeedRowContextValue {
  readonly row: FeedRow;
  /** Names the line, for the place of the keyboard. */
  readonly id: string;
  /** Where it is among the lines that are seen, from 0. */
  readonly index: number;
  readonly isActive: boolean;
  readonly isFolded: boolean;
  /** It shows its events. */
  readonly isOpen: boolean;
  /** Its time as a share of the longest, in steps of a twentieth. */
  readonly share: number;
  readonly format: FeedFormat;
  readonly actions: FeedActions;
}

/** Provided by `Feed.Rows`, around each line. */
export const FeedRowContext: Context<FeedRowContextValue | null> = createContext<FeedRowContextValue | null>(null);

/** The line that a part belongs to. */
export function useFeedRow(part: string): FeedRowContextValue {
  const value = useContext(FeedRowContext);
  if (value !== null) return value;
  throw new UserError(
    'no-row',
    `<${part}> stands outside of a line, so there is nothing for it to show. Put it inside of <Feed.Row>, in what <Feed.Rows> renders.`,
  );
}
