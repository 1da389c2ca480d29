import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ReactElement, type ReactNode, useRef } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ArmingNote, ArmingProvider, useArming } from '../../../src/components/index.js';
import { createVirtualClock, disarmApprovals, type VirtualClock } from '../../../src/testing/index.js';

afterEach(cleanup);

function ApproveButton({ onPress }: { readonly onPress: () => void }): ReactElement {
  const ref = useRef<HTMLButtonElement>(null);
  const arming = useArming(ref);
  return (
    <>
      <button
        ref={ref}
        type="button"
        aria-disabled={arming.state === 'arming' || undefined}
        onClick={arming.guard(onPress)}
      >
        Approve
      </button>
      <ArmingNote arming={arming} />
    </>
  );
}

interface Shown {
  readonly clock: VirtualClock;
  readonly onPress: () => void;
  readonly button: HTMLElement;
}

function show(frame: (button: ReactElement) => ReactNode = (button) => button): Shown {
  const clock = createVirtualClock();
  const onPress = vi.fn<() => void>();
  render(<ArmingProvider clock={clock.environment}>{frame(<ApproveButton onPress={onPress} />)}</ArmingProvider>);
  return { clock, onPress, button: screen.getByRole('button', { name: 'Approve' }) };
}

/** Until the browser has told that the button is on screen, or has moved, and its wait has begun. */
const waiting = (clock: VirtualClock): Promise<void> => waitFor(() => expect(clock.timers).toBe(1));
const pass = (clock: VirtualClock, ms: number): Promise<void> => act(() => clock.advance(ms));

async function arm({ clock, button }: Shown): Promise<void> {
  await waiting(clock);
  await pass(clock, 500);
  expect(button).not.toHaveAttribute('aria-disabled');
}

/** Two frames: what the browser has to tell of the last change, it has told by then. */
function frames(): Promise<void> {
  return act(
    () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 0)))),
  );
}

describe('An approve button', () => {
  it('takes no press in its first half second on screen, stays focusable, and says why', async () => {
    const shown = show();
    await waiting(shown.clock);
    await pass(shown.clock, 499);

    await userEvent.click(shown.button);

    expect(shown.onPress).not.toHaveBeenCalled();
    expect(shown.button).toHaveAttribute('aria-disabled', 'true');
    expect(shown.button).not.toHaveAttribute('disabled');
    expect(shown.button).toHaveFocus();
    expect(screen.getByRole('status')).toHaveTextContent('the button had only just appeared. Press again.');
  });

  it('takes a press once armed, and forgets what it said', async () => {
    const shown = show();
    await waiting(shown.clock);
    await userEvent.click(shown.button);
    await pass(shown.clock, 500);

    await userEvent.click(shown.button);

    expect(shown.onPress).toHaveBeenCalledTimes(1);
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
  });

  it('takes no press that began before it was armed', async () => {
    const shown = show();
    const user = userEvent.setup();
    await waiting(shown.clock);

    await user.pointer({ keys: '[MouseLeft>]', target: shown.button });
    await pass(shown.clock, 500);
    await user.pointer({ keys: '[/MouseLeft]', target: shown.button });

    expect(shown.onPress).not.toHaveBeenCalled();
    expect(screen.getByRole('status')).toHaveTextContent('Press again.');
  });

  it('waits until it is scrolled into view', async () => {
    const shown = show((button) => (
      <>
        <div data-testid="above" />
        {button}
      </>
    ));
    screen.getByTestId('above').style.height = '5000px';
    await waitFor(() => expect(shown.clock.timers).toBe(0));
    await pass(shown.clock, 60_000);
    expect(shown.button).toHaveAttribute('aria-disabled', 'true');

    shown.button.scrollIntoView();
    await arm(shown);

    scrollTo(0, 0);
    await waitFor(() => expect(shown.button).toHaveAttribute('aria-disabled', 'true'));
  });
});

describe('An approve button in a list that scrolls', () => {
  const inList = (button: ReactElement): ReactNode => (
    <div data-testid="list">
      <div data-testid="above" />
      {button}
      <div data-testid="beneath" />
    </div>
  );
  function showInList(): Shown & { readonly list: HTMLElement } {
    const shown = show(inList);
    const list = screen.getByTestId('list');
    list.style.cssText = 'block-size: 200px; overflow: auto';
    for (const id of ['above', 'beneath']) screen.getByTestId(id).style.blockSize = '900px';
    return { ...shown, list };
  }

  it('C152 takes a press half a second after it comes into view, and not later', async () => {
    const shown = showInList();
    await frames();
    await waitFor(() => expect(shown.clock.timers).toBe(0));
    await pass(shown.clock, 5000);

    shown.list.scrollTo(0, 800);
    await waiting(shown.clock);
    await pass(shown.clock, 500);

    expect(shown.button).not.toHaveAttribute('aria-disabled');
    await userEvent.click(shown.button);
    expect(shown.onPress).toHaveBeenCalledTimes(1);
  });

  it('C154 is scrolled into view by a press while it is out of view, and says so', async () => {
    const shown = showInList();
    await frames();
    await waitFor(() => expect(shown.clock.timers).toBe(0));

    act(() => shown.button.click());

    expect(screen.getByRole('status')).toHaveTextContent('the button was off screen. Press again.');
    await waiting(shown.clock);
    await pass(shown.clock, 500);
    act(() => shown.button.click());
    expect(shown.onPress).toHaveBeenCalledTimes(1);
  });

  it('C152 detects each move after that, not only on a press', async () => {
    const shown = showInList();
    await frames();
    shown.list.scrollTo(0, 800);
    await waiting(shown.clock);
    await pass(shown.clock, 2000);
    await waitFor(() => expect(shown.button).not.toHaveAttribute('aria-disabled'));

    shown.list.scrollTo(0, 830);
    await waitFor(() => expect(shown.button).toHaveAttribute('aria-disabled', 'true'));
    await pass(shown.clock, 500);
    await userEvent.click(shown.button);

    expect(shown.onPress).toHaveBeenCalledTimes(1);
  });
});

describe('An approve button that moves', () => {
  const below = (button: ReactElement): ReactNode => (
    <>
      <div data-testid="above" />
      {button}
      <div data-testid="beneath" />
    </>
  );
  const grow = (id: string, height: string): void => {
    screen.getByTestId(id).style.height = height;
  };

  it('takes no press within half a second, and says so', async () => {
    const shown = show(below);
    await arm(shown);
    grow('above', '40px');
    await waitFor(() => expect(shown.button).toHaveAttribute('aria-disabled', 'true'));
    await pass(shown.clock, 499);

    await userEvent.click(shown.button);

    expect(shown.onPress).not.toHaveBeenCalled();
    expect(screen.getByRole('status')).toHaveTextContent('the button had just moved. Press again.');
    await pass(shown.clock, 1);
    await userEvent.click(shown.button);
    expect(shown.onPress).toHaveBeenCalledTimes(1);
  });

  it('takes no press in the very moment of the move, before any observer has told of it', async () => {
    const shown = show(below);
    await arm(shown);

    grow('above', '40px');
    act(() => shown.button.click());

    expect(shown.onPress).not.toHaveBeenCalled();
  });

  it('takes none when it moves between the pointer going down and up', async () => {
    const shown = show(below);
    const user = userEvent.setup();
    await arm(shown);

    await user.pointer({ keys: '[MouseLeft>]', target: shown.button });
    grow('above', '40px');
    await user.pointer({ keys: '[/MouseLeft]', target: shown.button });

    expect(shown.onPress).not.toHaveBeenCalled();
    expect(screen.getByRole('status')).toHaveTextContent('the button had just moved.');
  });

  it.each([
    [
      'an animation',
      (button: HTMLElement) => button.animate({ translate: ['0', '40px'] }, { duration: 1, fill: 'forwards' }),
    ],
    ['a scroll', () => scrollBy(0, 30)],
    ['its own size', (button: HTMLElement) => button.style.setProperty('width', '30px')],
    ['its own growth', (button: HTMLElement) => button.style.setProperty('width', '300px')],
  ])('begins to wait again after %s', async (_, move) => {
    const shown = show(below);
    grow('above', '100px');
    grow('beneath', '5000px');
    await frames();
    await pass(shown.clock, 500);
    await waitFor(() => expect(shown.button).not.toHaveAttribute('aria-disabled'));

    move(shown.button);

    await waitFor(() => expect(shown.button).toHaveAttribute('aria-disabled', 'true'));
  });

  it('stays armed while text streams in elsewhere', async () => {
    const shown = show(below);
    await arm(shown);

    for (const height of ['10px', '200px', '3000px']) {
      grow('beneath', height);
      await frames();
      expect(shown.button).not.toHaveAttribute('aria-disabled');
    }
    await userEvent.click(shown.button);

    expect(shown.onPress).toHaveBeenCalledTimes(1);
  });
});

describe('disarmApprovals', () => {
  it('lets a button that is there, and one that comes, take a press at once, until it is undone', async () => {
    const shown = show();
    let armAgain = (): void => undefined;
    act(() => {
      armAgain = disarmApprovals();
    });

    expect(shown.button).not.toHaveAttribute('aria-disabled');
    await userEvent.click(shown.button);
    expect(shown.onPress).toHaveBeenCalledTimes(1);

    act(() => armAgain());
    expect(shown.button).toHaveAttribute('aria-disabled', 'true');
  });
});

describe('On a server, useArming', () => {
  it('renders a button that is not armed, without a style', () => {
    const html = renderToString(<ApproveButton onPress={() => undefined} />);

    expect(html).toContain('aria-disabled="true"');
    expect(html).not.toContain('style=');
  });
});
