import { cleanup, configure } from '@testing-library/react';
import { afterAll, vi } from 'vitest';
import { patience } from './patient-waits.js';

configure({ asyncUtilTimeout: patience });

const attributes = (element: Element): [string, string][] =>
  [...element.attributes].map(({ name, value }) => [name, value]);

/** The page's roots as the file found them. */
const found: readonly (readonly [Element, readonly (readonly [string, string])[]])[] = [
  [document.documentElement, attributes(document.documentElement)],
  [document.body, attributes(document.body)],
];

/** Files share a page, and in any order: each gives it back as it found it, whatever its tests forgot. */
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
