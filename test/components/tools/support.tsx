import { type RenderResult, render, screen } from '@testing-library/react';
import { type ComponentType, StrictMode } from 'react';
import { type Mock, vi } from 'vitest';
import type { DecideOutcome } from '../../../src/approval/broker/decision.js';
import type { ClientToolProps } from '../../../src/hooks/client-tools.js';
import type { JSONValue } from '../../../src/protocol/base/json.js';
import { call } from '../support.js';

type Answer<T> = (value: T) => Promise<DecideOutcome>;

/** A client tool on screen, and what it has answered. */
export interface ShownTool extends RenderResult {
  readonly submit: Mock<Answer<JSONValue>>;
  readonly fail: Mock<Answer<string>>;
  /** Renders it again, as a card does when its run changes. */
  readonly again: () => void;
  /** Renders the same call in a new place. */
  readonly showAgain: () => void;
}

// biome-ignore lint/suspicious/noExplicitAny: as in ClientTools: components of any input and result
export type AnyTool = ComponentType<ClientToolProps<any, any>>;

/** Renders a client tool by itself, twice as StrictMode does. Its answers are accepted until a test says otherwise. */
export function showTool(Tool: AnyTool, input: JSONValue = {}): ShownTool {
  const submit = vi.fn<Answer<JSONValue>>(async () => ({ status: 'accepted' }));
  const fail = vi.fn<Answer<string>>(async () => ({ status: 'accepted' }));
  const props = { call: call('a', { input }), input, submit, fail };
  const element = () => (
    <StrictMode>
      <Tool {...props} />
    </StrictMode>
  );
  const shown = render(element());
  return { ...shown, submit, fail, again: () => shown.rerender(element()), showAgain: () => void render(element()) };
}

/** An answer that the test gives when it wants to. */
export interface HeldAnswer {
  readonly answer: (outcome: DecideOutcome) => void;
}

/** Lets the next answer wait. */
export function hold<T>(verb: Mock<Answer<T>>): HeldAnswer {
  const { promise, resolve } = withResolvers<DecideOutcome>();
  verb.mockImplementationOnce(() => promise);
  return { answer: resolve };
}

/** A promise with its ends in hand. */
export function withResolvers<T>(): {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (error: unknown) => void;
} {
  let ends: { resolve: (value: T) => void; reject: (error: unknown) => void } | undefined;
  const promise = new Promise<T>((resolve, reject) => {
    ends = { resolve, reject };
  });
  if (ends === undefined) throw new Error('A promise runs its executor at once.');
  return { promise, ...ends };
}

export const button = (name: string | RegExp): HTMLElement => screen.getByRole('button', { name });
