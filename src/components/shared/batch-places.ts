'use client';
import {
  type Context,
  createContext,
  type RefObject,
  useContext,
  useReducer,
  useRef,
  useSyncExternalStore,
} from 'react';
import type { PendingBatch } from '../../approval/broker/pending.js';
import { hasLayout, watchSizes } from '../page-gaps.js';
import { focusedElement } from '../page-realm.js';
import { useLayout } from '../part/use-layout.js';

/** A batch of a run server that is on screen with its cards. */
export interface BatchPlace {
  readonly batch: PendingBatch;
  readonly element: HTMLElement;
}

/** `list`: around batches that are a second view of a batch, such as those of an inbox. */
export const BatchViewContext: Context<'own' | 'list'> = createContext<'own' | 'list'>('own');

/** The places of the page, by the id of the batch on its run server. The first visible one is used. */
const places: Map<string, Set<BatchPlace>> = new Map();
const listeners: Set<() => void> = new Set();

function notifyPlaces(): void {
  for (const listener of [...listeners]) listener();
}

function findPlace(servedId: string | undefined): BatchPlace | undefined {
  return servedId === undefined ? undefined : [...(places.get(servedId) ?? [])].find(({ element }) => isShown(element));
}

function isShown(element: HTMLElement): boolean {
  return element.getClientRects().length > 0 || !hasLayout(element.ownerDocument);
}

/** Registers the element of a batch, so that other views of the same batch can refer to it. Returns its ref. */
export function useBatchPlace(batch: PendingBatch): RefObject<HTMLElement | null> {
  const ref = useRef<HTMLElement>(null);
  const isOwn = useContext(BatchViewContext) === 'own';
  const { servedId } = batch;
  useLayout(() => {
    const element = ref.current;
    if (element === null || servedId === undefined || !isOwn) return undefined;
    const place: BatchPlace = { batch, element };
    const own = places.get(servedId) ?? new Set();
    places.set(servedId, own.add(place));
    // An element that is hidden, as by a closed tab of the app, changes its size.
    const unwatch = watchSizes([element], notifyPlaces);
    notifyPlaces();
    return () => {
      unwatch();
      own.delete(place);
      if (own.size === 0) places.delete(servedId);
      notifyPlaces();
    };
  }, [batch, servedId, isOwn]);
  return ref;
}

/**
 * Returns the place in the page where a batch is answered, or `undefined` to answer it in this view. Cards stay here
 * while the focus is in them, so that a batch which appears elsewhere takes away neither the focus nor a typed reason.
 */
export function useOtherPlace(
  servedId: string | undefined,
  view: RefObject<HTMLElement | null>,
): { readonly place: BatchPlace | undefined; readonly onBlur: () => void } {
  const found = useSyncExternalStore(
    subscribeToPlaces,
    () => findPlace(servedId),
    () => undefined,
  );
  const [, lookAgain] = useReducer((count: number) => count + 1, 0);
  const withCards = useRef<string>(undefined);
  const isHere = found !== undefined && withCards.current === servedId && hasFocus(view.current);
  const place = isHere ? undefined : found;
  useLayout(() => {
    withCards.current = place === undefined ? servedId : undefined;
  });
  return { place, onBlur: lookAgain };
}

function subscribeToPlaces(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function hasFocus(element: HTMLElement | null): boolean {
  const focused = element === null ? null : focusedElement(element);
  return focused !== null && element?.contains(focused) === true;
}
