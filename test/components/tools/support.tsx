import { type RenderResult, render, screen } from '@testing-library/react';
import { type ComponentType, StrictMode } from 'react';
import { type Mock, vi } from 'vitest';
import type { DecideOutcome } from '../../../src/approval/broker/decision.js';
import type { ClientToolProps } from '../../../src/hooks/client-tools.js';
import type { JSONValue } from '../../../src/protocol/base/json.js';
import { call } from '../support.js';

type Answer<T> = (value: T) => Promise<DecideOutcome>;

/** A rendered client tool, and its answers. */
export interface ShownTool extends RenderResult {
  readonly submit: Mock<Answer<JSONValue>>;
  readonly fail: Mock<Answer<string>>;
  /** Renders it again, like a card after a change of the run. */
  readonly again: () => void;
  /** Mounts the same call again. */
  readonly showAgain: () => void;
}

// biome-ignore lint/suspicious/noExplicitAny: components of any input and result, as in ClientTools
export type AnyTool = ComponentType<ClientToolProps<any, any>>;

/** Renders a client tool alone, in StrictMode. Its answers are accepted unless the test overrides that. */
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

/** An answer that the test resolves. */
export interface HeldAnswer {
  readonly answer: (outcome: DecideOutcome) => void;
}

/** Makes the next answer wait. */
export function holdNextAnswer<T>(verb: Mock<Answer<T>>): HeldAnswer {
  const { promise, resolve } = withResolvers<DecideOutcome>();
  verb.mockImplementationOnce(() => promise);
  return { answer: resolve };
}

/** A promise with its `resolve` and `reject`. */
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
