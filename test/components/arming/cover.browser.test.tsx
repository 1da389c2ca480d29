import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { type ReactElement, useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { userEvent as hand } from 'vitest/browser';
import { ApprovalCard, ArmingProvider } from '../../../src/components/index.js';
import { createVirtualClock, type VirtualClock } from '../../../src/testing/index.js';
import { approval, batch, fakeRun } from '../support.js';
import { ApproveButton } from './approve-button.js';

afterEach(cleanup);

const round = { width: 100, height: 60, borderRadius: '50%' } as const;

/** A dialog of the app whose button to close it stands right over what is below. */
function Notice({ over }: { readonly over: string }): ReactElement | null {
  const [state, setState] = useState<'open' | 'closed'>('open');
  if (state === 'closed') return null;
  const { top, left } = screen.getByRole('button', { name: over }).getBoundingClientRect();
  return (
    <dialog
      ref={(element) => {
        if (element !== null && !element.open) element.showModal();
      }}
      style={{ position: 'fixed', margin: 0, padding: 0, border: 0, top, left }}
    >
      <button type="button" style={{ width: 40, height: 20 }} onClick={() => setState('closed')}>
        Close
      </button>
    </dialog>
  );
}

const approve = (): HTMLElement => screen.getByRole('button', { name: 'Approve', hidden: true });
const pass = (clock: VirtualClock, ms: number): Promise<void> => act(() => clock.advance(ms));
const armed = (): Promise<void> =>
  waitFor(() => {
    expect(approve()).toHaveAttribute('data-arming', 'armed');
  });

interface Shown {
  readonly clock: VirtualClock;
  readonly onPress: () => void;
  readonly rerender: (over: ReactElement | null) => void;
}

/** An armed button, and what comes to lie over it. */
async function show(times: { readonly delay?: number; readonly settle?: number } = {}): Promise<Shown> {
  const clock = createVirtualClock();
  const onPress = vi.fn<() => void>();
  const element = (over: ReactElement | null): ReactElement => (
    <ArmingProvider clock={clock.environment} {...times}>
      <ApproveButton style={round} onPress={onPress} />
      {over}
    </ArmingProvider>
  );
  const { rerender } = render(element(null));
  await waitFor(() => expect(clock.timers + (times.delay === 0 ? 1 : 0)).toBe(1));
  await pass(clock, 500);
  await armed();
  return { clock, onPress, rerender: (over) => rerender(element(over)) };
}

const sheet = <div style={{ position: 'fixed', inset: 0, background: 'white' }}>Covers all</div>;

describe('An armed button under a dialog', () => {
  it('C134 is not pressed by the double click that closes the dialog, and says why', async () => {
    const { onPress, rerender } = await show();
    rerender(<Notice over="Approve" />);

    await hand.dblClick(screen.getByRole('button', { name: 'Close' }));

    expect(screen.queryByRole('dialog')).toBeNull();
    expect(onPress).not.toHaveBeenCalled();
    expect(screen.getByRole('status')).toHaveTextContent(/^Not approved yet/);
  });

  it('C134 is not pressed by it even without arming time, because its first click was elsewhere', async () => {
    const { onPress, rerender } = await show({ delay: 0, settle: 0 });
    rerender(<Notice over="Approve" />);

    await hand.dblClick(screen.getByRole('button', { name: 'Close' }));

    expect(onPress).not.toHaveBeenCalled();
    expect(screen.getByRole('status')).toHaveTextContent('the press began on something else.');
    await hand.click(approve());
    expect(onPress).toHaveBeenCalledTimes(1);
  });

  it('C134 is not pressed by the second of two Enters, the first of which closes the dialog', async () => {
    const { onPress, rerender } = await show();
    rerender(<Notice over="Approve" />);
    const close = screen.getByRole('button', { name: 'Close' });
    close.focus();

    await hand.keyboard('{Enter}');
    approve().focus();
    await hand.keyboard('{Enter}');

    expect(screen.queryByRole('dialog')).toBeNull();
    expect(onPress).not.toHaveBeenCalled();
    expect(screen.getByRole('status')).toHaveTextContent('something had just covered the button.');
  });

  it('C134 takes a press after it was uncovered for half a second', async () => {
    const { clock, onPress, rerender } = await show();
    rerender(<Notice over="Approve" />);
    await hand.click(screen.getByRole('button', { name: 'Close' }));
    await pass(clock, 499);
    expect(approve()).toHaveAttribute('data-arming', 'arming');
    await pass(clock, 101);
    expect(approve()).toHaveAttribute('data-arming', 'armed');

    await hand.click(approve());

    expect(onPress).toHaveBeenCalledTimes(1);
  });
});

describe('A button that cannot be hit', () => {
  it('C134 does not arm while it is covered, and arms once it is uncovered', async () => {
    const clock = createVirtualClock();
    const element = (over: ReactElement | null): ReactElement => (
      <ArmingProvider clock={clock.environment}>
        <ApproveButton style={round} onPress={() => undefined} />
        {over}
      </ArmingProvider>
    );
    const { rerender } = render(element(sheet));
    await waitFor(() => expect(clock.timers).toBe(1));
    await pass(clock, 5_000);
    expect(approve()).toHaveAttribute('data-arming', 'arming');

    rerender(element(null));
    await pass(clock, 499);
    expect(approve()).toHaveAttribute('data-arming', 'arming');
    await pass(clock, 101);

    expect(approve()).toHaveAttribute('data-arming', 'armed');
  });

  it('C134 takes no key either', async () => {
    const { onPress, rerender } = await show();
    approve().focus();
    rerender(sheet);

    await hand.keyboard('{Enter}');

    expect(onPress).not.toHaveBeenCalled();
    expect(screen.getByRole('status')).toHaveTextContent('something had just covered the button.');
  });

  it('C134 disarms when the pointer reaches the element that covers its edge', async () => {
    const { rerender } = await show();
    const { top, left } = approve().getBoundingClientRect();
    rerender(<p style={{ position: 'fixed', margin: 0, top: top + 26, left, width: 8, height: 8 }}>!</p>);

    await hand.hover(screen.getByText('!'));

    expect(approve()).toHaveAttribute('data-arming', 'arming');
  });
});

describe('A button that can be hit', () => {
  it('C134 stays armed when the pointer crosses its round corner, and takes both clicks of its own double click', async () => {
    const { onPress } = await show();

    await hand.hover(approve(), { position: { x: 1, y: 1 }, force: true });
    expect(approve()).toHaveAttribute('data-arming', 'armed');
    await hand.dblClick(approve());

    expect(onPress).toHaveBeenCalledTimes(2);
  });
});

describe('A card under a dialog', () => {
  it('C134 is not approved by the double click that closes the dialog', async () => {
    const run = fakeRun({ pending: [batch([approval('a')])], status: 'waiting' });
    const card = (over: ReactElement | null): ReactElement => (
      <>
        <ApprovalCard run={run} item={approval('a')} batch={batch([approval('a')])} />
        {over}
      </>
    );
    const { rerender } = render(card(null));
    await armed();
    rerender(card(<Notice over="Approve" />));

    await hand.dblClick(screen.getByRole('button', { name: 'Close' }));

    expect(screen.queryByRole('dialog')).toBeNull();
    expect(run.decide).not.toHaveBeenCalled();
    expect(screen.getByText(/^Not approved yet/)).toBeVisible();
  });
});
