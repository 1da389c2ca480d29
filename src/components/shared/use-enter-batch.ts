'use client';
import { type RefObject, useEffect } from 'react';
import { focusedElement } from '../page-realm.js';
import { enterBatch } from './focus-origin.js';

/** How long after a key nobody is idle, in milliseconds. */
const idleAfter = 2000;

/** What is known of the keys of a document, in the page's milliseconds. */
interface KeysOfPage {
  /** `watching`: no key since then, and nothing is known of the time before. */
  readonly last: { readonly type: 'watching' | 'key'; readonly at: number };
  readonly watchers: number;
}

const known: WeakMap<Document, KeysOfPage> = new WeakMap();

/** Watches for keys in the page: whoever waits for batches begins before one arrives. */
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
  const page = currentTarget as Document; // it listens there only
  const { watchers = 1 } = known.get(page) ?? {};
  known.set(page, { watchers, last: { type: 'key', at: performance.now() } });
}

/** Documents in which a person has just asked for a batch. */
const expected = new WeakSet<Document>();

/** A person asks for a batch, with a button that goes as it comes: the focus goes to it, unless it is somewhere else by then. */
export function awaitBatch(page: Document): void {
  expected.add(page);
}

function takeExpected(heading: HTMLElement): boolean {
  return expected.delete(heading.ownerDocument) && focusedElement(heading) === null;
}

/**
 * Takes the focus to the heading of a batch that has appeared: where a person has asked for it, and where it is wanted, unless a key was pressed within two seconds. Where that cannot be known
 * yet, it waits until it can, and gives up when the person does something.
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
