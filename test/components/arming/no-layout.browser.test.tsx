import { act, cleanup, render, waitFor } from '@testing-library/react';
import { type ReactElement, useRef } from 'react';
import { createPortal } from 'react-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ArmingProvider, useArming } from '../../../src/components/index.js';
import { hasLayout } from '../../../src/components/page-gaps.js';
import { createVirtualClock, type VirtualClock } from '../../../src/testing/index.js';

afterEach(() => {
  cleanup();
  for (const frame of document.querySelectorAll('iframe')) frame.remove();
});

/** A frame with a page of its own. */
function frameOf(style: string, page = '<body></body>'): Document {
  const frame = document.createElement('iframe');
  frame.style.cssText = style;
  document.body.append(frame);
  const inner = frame.contentDocument;
  if (inner === null) throw new Error('The frame has no page.');
  inner.open();
  inner.write(page);
  inner.close();
  return inner;
}

const tiny = '<html style="position: fixed; width: 0; height: 0"><body></body></html>';

/** Pages in which a browser shows no box of a button, or none of the page. */
const unseen: readonly (readonly [string, () => Document])[] = [
  ['a frame that is not displayed', () => frameOf('display: none')],
  ['a frame without a size', () => frameOf('width: 0; height: 0; border: 0')],
  ['a page that is not displayed', () => frameOf('', '<html style="display: none"><body></body></html>')],
  ['a frame in what is not displayed', () => frameOf('content-visibility: hidden; display: none')],
];

const drawn: readonly (readonly [string, () => Document])[] = [
  ['this page', () => document],
  ['a frame', () => frameOf('')],
  ['a root without a size', () => frameOf('', tiny)],
  ['a root without a size, by the doctype', () => frameOf('', `<!doctype html>${tiny}`)],
];

function ApproveButton({ onPress }: { readonly onPress: () => void }): ReactElement {
  const ref = useRef<HTMLButtonElement>(null);
  const arming = useArming(ref);
  return (
    <button ref={ref} type="button" onClick={arming.guard(onPress)}>
      Approve
    </button>
  );
}

function show(page: Document): {
  readonly clock: VirtualClock;
  readonly press: () => void;
  readonly onPress: () => void;
} {
  const clock = createVirtualClock();
  const onPress = vi.fn<() => void>();
  render(
    <ArmingProvider clock={clock.environment}>
      {createPortal(<ApproveButton onPress={onPress} />, page.body)}
    </ArmingProvider>,
  );
  return { clock, onPress, press: () => act(() => page.querySelector('button')?.click()) };
}

const pass = (clock: VirtualClock, ms: number): Promise<void> => act(() => clock.advance(ms));

describe('In a browser', () => {
  it.each([...unseen, ...drawn])('C147 the environment has a layout: %s', (_, page) => {
    expect(hasLayout(page())).toBe(true);
  });

  it.each(unseen)('C147 time alone does not arm an invisible button: %s', async (_, page) => {
    const { clock, press, onPress } = show(page());

    await pass(clock, 60_000);
    press();

    expect(onPress).not.toHaveBeenCalled();
    expect(clock.timers).toBe(0);
  });

  it('C147 a button that is shown later starts to arm then', async () => {
    const page = frameOf('display: none');
    const { clock, press, onPress } = show(page);
    await pass(clock, 60_000);

    page.defaultView?.frameElement?.setAttribute('style', '');
    await waitFor(() => expect(clock.timers).toBe(1));
    press();
    expect(onPress).not.toHaveBeenCalled();
    await pass(clock, 500);
    press();

    expect(onPress).toHaveBeenCalledTimes(1);
  });
});
