import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { userEvent as hand } from 'vitest/browser';
import { ApprovalQueue, MessageComposer } from '../../../src/components/index.js';
import { loadKitStyles } from '../../setup/load-kit-styles.js';
import { approval, batch, type FakeRun, fakeRun } from '../support.js';

loadKitStyles();

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const arrived = { pending: [batch([approval('a'), approval('b')])], status: 'waiting' } as const;
const button = (name: string): HTMLElement => screen.getByRole('button', { name });

function showApp(props: Partial<ComponentProps<typeof ApprovalQueue>> = {}): FakeRun {
  const run = fakeRun();
  render(
    <>
      <button type="button">elsewhere</button>
      <ApprovalQueue run={run} {...props} />
    </>,
  );
  return run;
}

async function arrive(run: FakeRun): Promise<HTMLElement> {
  act(() => run.set(arrived));
  return await screen.findByRole('heading', { name: '2 actions need your approval' });
}

function fakeTime(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
}

function pass(ms: number): void {
  act(() => void vi.advanceTimersByTime(ms));
}

/** Like {@link arrive}, but no timer can fire before the next line of the test, even on a busy machine. */
function arriveAtOnce(run: FakeRun): HTMLElement {
  act(() => run.set(arrived));
  return screen.getByRole('heading', { name: '2 actions need your approval' });
}

describe('A batch that arrives', () => {
  it('C150 leaves the focus unchanged', () => {
    fakeTime();
    const run = showApp();
    act(() => button('elsewhere').focus());
    pass(2200);

    arriveAtOnce(run);
    pass(2200);

    expect(button('elsewhere')).toHaveFocus();
  });

  it('C150 takes the focus if the app asks for it, and returns it', async () => {
    fakeTime();
    const run = showApp({ focusOnBatch: 'when-idle' });
    act(() => button('elsewhere').focus());
    pass(2200);

    const heading = arriveAtOnce(run);
    pass(100);
    expect(heading).toHaveFocus();

    vi.useRealTimers();
    await hand.keyboard('{Escape}');
    expect(button('elsewhere')).toHaveFocus();
  });

  it('C150 does not take the focus within two seconds of a key press', () => {
    fakeTime();
    const run = showApp({ focusOnBatch: 'when-idle' });
    act(() => button('elsewhere').focus());
    pass(1200);
    fireEvent.keyDown(button('elsewhere'), { key: 'x' });
    pass(1200);

    arriveAtOnce(run);
    pass(2200);

    expect(button('elsewhere')).toHaveFocus();
  });

  it.each(['keyDown', 'pointerDown'] as const)('C150 gives up on the first action of a person: %s', (deed) => {
    fakeTime();
    const run = showApp({ focusOnBatch: 'when-idle' });
    act(() => button('elsewhere').focus());

    arriveAtOnce(run);
    fireEvent[deed](button('elsewhere'), { key: 'x' });
    vi.advanceTimersByTime(10_000);

    expect(button('elsewhere')).toHaveFocus();
  });

  it('C150 waits while it does not know about keys yet', () => {
    fakeTime();
    const run = showApp({ focusOnBatch: 'when-idle' });
    act(() => button('elsewhere').focus());

    const heading = arriveAtOnce(run);
    expect(button('elsewhere')).toHaveFocus();
    pass(2200);

    expect(heading).toHaveFocus();
  });
});

describe('The keyboard of a touch screen', () => {
  const showTouch = (): FakeRun => {
    vi.spyOn(window, 'matchMedia').mockImplementation(
      (query) => ({ matches: query.includes('coarse'), media: query }) as MediaQueryList,
    );
    const run = fakeRun();
    render(
      <>
        <ApprovalQueue run={run} />
        <MessageComposer run={run} />
      </>,
    );
    return run;
  };
  const field = (): HTMLElement => screen.getByRole('textbox', { name: 'Message' });

  it('C151 closes when calls arrive and nothing is written', async () => {
    const run = showTouch();
    await hand.click(field());

    await arrive(run);

    await waitFor(() => expect(field()).not.toHaveFocus());
  });

  it('C151 stays open for a person who writes', async () => {
    const run = showTouch();
    await hand.click(field());
    await hand.keyboard('No');

    await arrive(run);

    expect(field()).toHaveFocus();
    expect(field()).toHaveValue('No');
  });
});
