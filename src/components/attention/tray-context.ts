'use client';
import type { PendingItem } from '../../approval/broker/pending.js';
import { type PartContext, partContext } from '../part/use-within.js';
import type { ParkedCalls, WaitingCalls } from './decision-source.js';

/** Whose calls wait: one run, or a sub-agent of it. */
export interface TrayOwner {
  readonly id: string;
  readonly name: string;
  readonly batches: readonly WaitingCalls[];
}

/** What the parts of a tray share. */
export interface TrayContextValue {
  /** Of the popover. */
  readonly id: string;
  readonly titleId: string;
  /** By whom asked first. */
  readonly owners: readonly TrayOwner[];
  readonly count: number;
  readonly parked: readonly ParkedCalls[];
  readonly state: 'open' | 'closed';
  readonly setState: (state: 'open' | 'closed') => void;
  /** Closes the tray and goes to the card. */
  readonly jump: (item: PendingItem) => void;
  /** Closes the tray, puts what was left open before people again, and goes there. */
  readonly reopen: (parked: ParkedCalls) => void;
}

/** Provided by `Tray.Root`. */
export const TrayContext: PartContext<TrayContextValue> = partContext(
  'Tray.Root sources={…}',
  'it does not know what waits',
);

/** The owner that a part belongs to. */
export const OwnerContext: PartContext<TrayOwner> = partContext(
  'Tray.Group owner={…}',
  'it does not know whose calls to show',
);
