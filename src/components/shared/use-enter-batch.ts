'use client';
import { type RefObject, useEffect } from 'react';
import { focusedElement } from '../page-realm.js';
import { enterBatch } from './focus-origin.js';

/** The time after a key during which the user is not idle, in milliseconds. */
const idleAfter = 2000;

/** The observed keys of a document, in the page's milliseconds. */
interface KeysOfPage {
  /** `watching`: no key since then; the time before is unknown. */
  readonly last: { readonly type: 'watching' | 'key'; readonly at: number };
  readonly watchers: number;
}

const known: WeakMap<Document, KeysOfPage> = new WeakMap();

/** Observes keys in the page, starting before a batch arrives. */
export function useKeysOfPage(inPage: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const page = inPage.current?.ownerDocument ?? document;
    const { watchers = 0, last = { type: 'watching', at: performance.now() } } = known.get(page) ?? {};
    known.set(page, { watchers: watchers + 1, last });
    if (watchers === 0) page.addEventListener('keydown', noteKey, true);
    return () => {
      const now = known.get(page);
      if (now === undefined) return;
      known.set(page, { ...now, watchers: now.watchers - 1 });
      if (now.watchers > 1) return;
      page.removeEventListener('keydown', noteKey, true);
      known.delete(page);
    };
  }, [inPage]);
}

function noteKey({ currentTarget }: Event): void {
  const page = currentTarget as Document; // The listener is only there.
  const { watchers = 1 } = known.get(page) ?? {};
  known.set(page, { watchers, last: { type: 'key', at: performance.now() } });
}

/** Documents in which the user has just requested a batch. */
const expected = new WeakSet<Document>();

/**
 * Notes that the user requests a batch, with a button that is removed as the batch appears: the batch receives the
 * focus, unless it is elsewhere by then.
 */
export function awaitBatch(page: Document): void {
  expected.add(page);
}

function takeExpected(heading: HTMLElement): boolean {
  return expected.delete(heading.ownerDocument) && focusedElement(heading) === null;
}

/**
 * Focuses the heading of a batch that has appeared: if the user has requested it, or if the app wants it and no key was
 * pressed within two seconds. While that is unknown, it waits, and gives up when the user does something.
 */
export function useEnterBatch(heading: RefObject<HTMLElement | null>, isWanted: boolean): void {
  useKeysOfPage(heading);
  useEffect(() => {
    const element = heading.current;
    const page = element?.ownerDocument;
    const isExpected = element !== null && takeExpected(element);
    if (element === null || page === undefined) return undefined;
    if (isExpected) enterBatch(element);
    if (isExpected || !isWanted) return undefined;
    const { type, at } = known.get(page)?.last ?? { type: 'watching', at: performance.now() };
    const rest = at + idleAfter - performance.now();
    if (rest <= 0) enterBatch(element);
    return rest > 0 && type === 'watching' ? enterLater(element, rest) : undefined;
  }, [heading, isWanted]);
}

const deeds = ['keydown', 'pointerdown'] as const;

function enterLater(heading: HTMLElement, wait: number): () => void {
  const page = heading.ownerDocument;
  const end = (): void => {
    clearTimeout(timer);
    for (const deed of deeds) page.removeEventListener(deed, end, true);
  };
  const timer = setTimeout(() => {
    end();
    enterBatch(heading);
  }, wait);
  for (const deed of deeds) page.addEventListener(deed, end, true);
  return end;
}
