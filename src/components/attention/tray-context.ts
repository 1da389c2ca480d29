'use client';
import type { PendingItem } from '../../approval/broker/pending.js';
import { type PartContext, partContext } from '../part/use-within.js';
import type { ParkedCalls, WaitingCalls } from './decision-source.js';

/** The owner of pending calls: one run, or a sub-agent of it. */
export interface TrayOwner {
  readonly id: string;
  readonly name: string;
  readonly batches: readonly WaitingCalls[];
}

/** The values that the parts of a tray share. */
export interface TrayContextValue {
  /** The id of the popover. */
  readonly id: string;
  readonly titleId: string;
  /** The owners, in the order of their first request. */
  readonly owners: readonly TrayOwner[];
  readonly count: number;
  readonly parked: readonly ParkedCalls[];
  readonly state: 'open' | 'closed';
  readonly setState: (state: 'open' | 'closed') => void;
  /** Closes the tray and focuses the card. */
  readonly jump: (item: PendingItem) => void;
  /** Closes the tray, resumes the parked calls, and focuses their card. */
  readonly reopen: (parked: ParkedCalls) => void;
}

/** Provided by `Tray.Root`. */
export const TrayContext: PartContext<TrayContextValue> = partContext(
  'Tray.Root sources={…}',
  'it does not know what waits',
);

/** The owner around a part. */
export const OwnerContext: PartContext<TrayOwner> = partContext(
  'Tray.Group owner={…}',
  'it does not know whose calls to show',
);
