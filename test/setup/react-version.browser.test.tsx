import { cleanup, render, screen } from '@testing-library/react';
import { type ReactElement, useId, version } from 'react';
import { version as domVersion } from 'react-dom';
import { afterEach, expect, inject, it } from 'vitest';
import { createStore, useStore } from 'zustand';

declare module 'vitest' {
  interface ProvidedContext {
    /** The prefix of the React version that the tests must run with. */
    reactVersion: string;
  }
}

afterEach(cleanup);

const store = createStore(() => 'from the store');

/**
 * A hook throws if its React is not the copy that renders. The page, the test library and the store must share
 * one.
 */
function Probe(): ReactElement {
  return <p id={useId()}>{useStore(store)}</p>;
}

it('runs with the React that the project names', () => {
  expect([version, domVersion]).toEqual([expect.stringMatching(`^${inject('reactVersion')}`), version]);
});

it('runs with no other React beside it', () => {
  render(<Probe />);

  expect(screen.getByText('from the store').id).not.toBe('');
});
