import { cleanup, configure } from '@testing-library/react';
import { afterAll, vi } from 'vitest';
import { waitTimeout } from './wait-timeout.js';

configure({ asyncUtilTimeout: waitTimeout });

const attributes = (element: Element): [string, string][] =>
  [...element.attributes].map(({ name, value }) => [name, value]);

/** The root elements with their attributes when the test file started. */
const found: readonly (readonly [Element, readonly (readonly [string, string])[]])[] = [
  [document.documentElement, attributes(document.documentElement)],
  [document.body, attributes(document.body)],
];

/**
 * Test files share a page and run in any order, so each restores the page even if its tests forgot to clean
 * up.
 */
afterAll(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  document.body.replaceChildren();
  for (const style of document.head.querySelectorAll('style[data-vite-dev-id]')) style.remove();
  for (const [element, before] of found) {
    for (const { name } of [...element.attributes]) element.removeAttribute(name);
    for (const [name, value] of before) element.setAttribute(name, value);
  }
  getSelection()?.removeAllRanges();
  scrollTo(0, 0);
});
