/**
 * Features that a page may lack: a DOM in Node has a document, but not all of a browser. Each is checked here, once, so
 * that a component renders and answers without it.
 */

import { windowOf } from './page-realm.js';

/** Features that browsers have and jsdom lacks, although the types declare them. */
interface MayLack {
  readonly showModal?: () => void;
  readonly close?: () => void;
  readonly scrollIntoView?: (options: ScrollIntoViewOptions) => void;
  readonly hidePopover?: () => void;
}

/**
 * Returns `true` when the page has a layout. A document in Node has a window of some size, and a root element that is
 * displayed but has no box. In a browser the root has no box in a frame without a size, and while it is `display:
 * none`: that is a layout, in which nothing is visible.
 */
export function hasLayout({ documentElement: root, body, defaultView: view }: Document): boolean {
  if (view === null || view.innerWidth === 0 || view.innerHeight === 0) return true;
  const { width, height } = root.getBoundingClientRect();
  // Depending on the doctype, one of the two is as large as the window, whatever its own size is.
  const sizes = [width, height, root.clientWidth, root.clientHeight, body.clientWidth, body.clientHeight];
  if (sizes.some((size) => size > 0)) return true;
  return view.getComputedStyle(root).display === 'none';
}

/** Returns a selector for an attribute's value, with any characters, without `CSS.escape`. */
export function hasValue(attribute: string, value: string): string {
  const escaped = value.replace(/["\\\n\r\f]/g, (character) => `\\${character.charCodeAt(0).toString(16)} `);
  return `[${attribute}="${escaped}"]`;
}

/** Calls back when one of the elements changes its size. Without a layout that never happens. */
export function watchSizes(elements: readonly (Element | null)[], onSize: () => void): () => void {
  const present = elements.filter((element) => element !== null);
  const Observer = present[0] === undefined ? undefined : windowOf(present[0])?.ResizeObserver;
  if (typeof Observer !== 'function') return () => {};
  const observer = new Observer(onSize);
  for (const element of present) observer.observe(element);
  return () => observer.disconnect();
}

/** Scrolls by the least distance that puts an element in view. */
export function scrollToNearest(element: Element | null | undefined): void {
  const page: MayLack | null | undefined = element;
  page?.scrollIntoView?.({ block: 'nearest' });
}

/** Opens a dialog over the page; without a top layer, within it. */
export function openDialog(dialog: HTMLDialogElement | null): void {
  const own: MayLack | null = dialog;
  if (own?.showModal === undefined) dialog?.setAttribute('open', '');
  else own.showModal();
}

/** Closes a dialog. */
export function closeDialog(dialog: HTMLDialogElement | null): void {
  const own: MayLack | null = dialog;
  if (own?.close === undefined) dialog?.removeAttribute('open');
  else own.close();
}

/** Closes a popover. Does nothing without support. */
export function closePopover(popover: HTMLElement | null): void {
  const own: MayLack | null = popover;
  own?.hidePopover?.();
}

/** Calls back after the next frame of a node's window, or soon if nothing renders it. */
export function afterFrame(node: Node, callback: () => void): void {
  const view = windowOf(node);
  if (typeof view?.requestAnimationFrame !== 'function') setTimeout(callback, 0);
  else view.requestAnimationFrame(callback);
}
