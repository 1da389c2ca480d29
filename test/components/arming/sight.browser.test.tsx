import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import type { CSSProperties, ReactElement, ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { userEvent as hand } from 'vitest/browser';
import { ApprovalCard, ArmingProvider } from '../../../src/components/index.js';
import { createVirtualClock, type VirtualClock } from '../../../src/testing/index.js';
import { wearStyles } from '../../setup/wear-styles.js';
import { approval, batch, fakeRun } from '../support.js';
import { ApproveButton, setView, views } from './approve-button.js';

wearStyles();

afterEach(() => {
  cleanup();
  setView('scaled');
  for (const frame of document.querySelectorAll('iframe')) frame.remove();
  document.documentElement.style.cssText = '';
});

const approve = (page = document): HTMLElement => {
  const button = page.querySelector<HTMLElement>('[data-arming]');
  if (button === null) throw new Error('There is no button.');
  return button;
};
const pass = (clock: VirtualClock, ms: number): Promise<void> => act(() => clock.advance(ms));

function during(work: Promise<unknown>): Promise<void> {
  return act(async () => {
    await work;
  });
}

/** Until the browser has said whether it can vouch for an element, and two frames more. */
async function vouched(element: Element): Promise<void> {
  const options: IntersectionObserverInit & { trackVisibility: true; delay: number } = {
    trackVisibility: true,
    delay: 100,
  };
  for (let times = 0; times < 2; times++) {
    const told = new Promise<void>((done) => {
      const observer = new IntersectionObserver(() => {
        observer.disconnect();
        requestAnimationFrame(() => requestAnimationFrame(() => done()));
      }, options);
      observer.observe(element);
    });
    await during(told);
  }
}

interface Shown {
  readonly clock: VirtualClock;
  readonly onPress: () => void;
}

function show(frame: (button: ReactElement) => ReactNode, style: CSSProperties = {}): Shown {
  const clock = createVirtualClock();
  const onPress = vi.fn<() => void>();
  render(
    <ArmingProvider clock={clock.environment}>
      {frame(<ApproveButton onPress={onPress} style={style} />)}
    </ArmingProvider>,
  );
  return { clock, onPress };
}

const fill: CSSProperties = { position: 'fixed', inset: 0 };
const through: CSSProperties = { ...fill, pointerEvents: 'none' };
const under = (style: CSSProperties) => (button: ReactElement) => (
  <>
    {button}
    <div style={style} />
  </>
);
const inside = (style: CSSProperties) => (button: ReactElement) => <div style={style}>{button}</div>;
const alone = (button: ReactElement): ReactElement => button;

type Case = readonly [name: string, frame: (button: ReactElement) => ReactNode, style: CSSProperties];

/** What hides a button from eyes, and lets it be pressed. */
const attacks: readonly Case[] = [
  ['a transparent layer', under(fill), {}],
  ['an opaque layer that lets the pointer through', under({ ...through, background: 'white' }), {}],
  ['a picture that lets the pointer through', (button) => [button, <canvas key="c" style={through} />], {}],
  [
    'a layer within its own card',
    (button) => (
      <section style={{ position: 'relative' }}>
        {button}
        <div style={{ position: 'absolute', inset: 0, background: 'white', pointerEvents: 'none' }} />
      </section>
    ),
    {},
  ],
  ['opacity 0', alone, { opacity: 0 }],
  ['opacity 0.01', alone, { opacity: 0.01 }],
  ['opacity 0.4', alone, { opacity: 0.4 }],
  ['opacity 0 around it', inside({ opacity: 0 }), {}],
  ['opacities around it that multiply', (button) => inside({ opacity: 0.6 })(inside({ opacity: 0.6 })(button)), {}],
  ['one pixel', alone, { width: 1, height: 1, minWidth: 0, minHeight: 0, overflow: 'hidden', border: 0 }],
  ['one line of pixels', alone, { height: 4, minHeight: 0, overflow: 'hidden', border: 0 }],
  ['a scale of 0.01', alone, { transform: 'scale(0.01)' }],
  ['a scale of 0.05 around it', inside({ transform: 'scale(0.05)' }), {}],
  ['clip-path', alone, { clipPath: 'inset(50%)' }],
  ['clip-path around it', inside({ clipPath: 'circle(0)' }), {}],
  ['filter: opacity(0)', alone, { filter: 'opacity(0)' }],
  ['filter: opacity(10%) around it', inside({ filter: 'opacity(10%)' }), {}],
  ['filter: blur(20px)', alone, { filter: 'blur(20px)' }],
  ['filter: brightness(0)', alone, { filter: 'brightness(0)' }],
  ['filter: contrast(0)', alone, { filter: 'contrast(0)' }],
  ['mix-blend-mode', alone, { mixBlendMode: 'lighten' }],
  ['mix-blend-mode around it', inside({ mixBlendMode: 'difference' }), {}],
  ['visibility', alone, { visibility: 'hidden' }],
  ['a place outside of the window', alone, { position: 'fixed', left: -1_000 }],
];

function inViews(cases: readonly Case[]) {
  return views.flatMap((view) => cases.map(([name, frame, style]) => ({ view, name, frame, style })));
}

describe('A button that nobody can see', () => {
  it.each(inViews(attacks))('C330 takes no press, and does not arm ($view): $name', async ({ view, frame, style }) => {
    setView(view);
    const { clock, onPress } = show(frame, style);
    await pass(clock, 5_000);
    await vouched(approve());
    await pass(clock, 5_000);

    expect(approve()).toHaveAttribute('data-arming', 'arming');
    act(() => approve().click());
    const { left, top, width, height } = approve().getBoundingClientRect();
    act(() => {
      const at = { bubbles: true, composed: true, clientX: left + width / 2, clientY: top + height / 2, detail: 1 };
      for (const type of ['pointerdown', 'mousedown', 'mouseup', 'click'] as const)
        approve().dispatchEvent(new (type === 'pointerdown' ? PointerEvent : MouseEvent)(type, at));
    });

    expect(onPress).not.toHaveBeenCalled();
    expect(screen.getByRole('status', { hidden: true })).toHaveTextContent(/^Not approved yet/);
  });

  it('C330 disarms when a layer that lets the pointer through covers it', async () => {
    const clock = createVirtualClock();
    const onPress = vi.fn<() => void>();
    const page = (layer: ReactNode): ReactElement => (
      <ArmingProvider clock={clock.environment}>
        <ApproveButton onPress={onPress} />
        {layer}
      </ArmingProvider>
    );
    const { rerender } = render(page(null));
    await waitFor(() => expect(clock.timers).toBe(1));
    await pass(clock, 500);
    await waitFor(() => expect(approve()).toHaveAttribute('data-arming', 'armed'));

    rerender(page(<div style={{ ...through, background: 'white' }}>A prize</div>));
    await hand.click(approve());

    expect(onPress).not.toHaveBeenCalled();
    expect(screen.getByRole('status')).toHaveTextContent('something had just covered the button.');
  });
});

/** A page of the same origin in a frame. */
function frameWith(style: string): Document {
  const frame = document.createElement('iframe');
  frame.style.cssText = `position: fixed; inset: 0; width: 300px; height: 200px; border: 0; ${style}`;
  document.body.append(frame);
  const inner = frame.contentDocument;
  if (inner === null) throw new Error('The frame has no page.');
  inner.open();
  inner.write('<!doctype html><body></body>');
  inner.close();
  return inner;
}

describe('A button in a frame', () => {
  it.each([
    ['a layer of the page around it', '', { ...through, background: 'white' }],
    ['a frame of opacity 0', 'opacity: 0', undefined],
    ['a frame of opacity 0.05', 'opacity: 0.05', undefined],
  ] as const)('C331 takes no press under %s', async (_, style, layer) => {
    const page = frameWith(style);
    const { clock, onPress } = show((button) => (
      <>
        {createPortal(button, page.body)}
        {layer === undefined ? null : <div style={{ ...layer, zIndex: 9 }} />}
      </>
    ));
    await vouched(approve(page));
    await pass(clock, 5_000);
    await waitFor(() => expect(approve(page)).toHaveAttribute('data-arming', 'arming'));

    act(() => approve(page).click());

    expect(onPress).not.toHaveBeenCalled();
  });

  it('C331 takes a press if nothing covers the frame', async () => {
    const page = frameWith('');
    const { clock, onPress } = show((button) => createPortal(button, page.body));
    await waitFor(() => expect(clock.timers).toBeGreaterThan(0));
    await pass(clock, 500);
    await vouched(approve(page));
    await pass(clock, 1_000);

    act(() => approve(page).click());

    expect(onPress).toHaveBeenCalledTimes(1);
  });
});

const long = 'Read this first. '.repeat(60);

/** Honest pages. */
const honest: readonly Case[] = [
  ['nothing special', alone, {}],
  ['a container that is scaled to 0.9', inside({ transform: 'scale(0.9)', transformOrigin: '0 0' }), {}],
  ['a container that is scaled to 0.75 and turned a little', inside({ transform: 'scale(0.75) rotate(1deg)' }), {}],
  [
    'a dialog that is moved to the middle',
    inside({ position: 'fixed', left: '50%', transform: 'translate(-50%, 0)' }),
    {},
  ],
  ['a drop shadow around it', inside({ filter: 'drop-shadow(0 2px 4px black)' }), {}],
  ['an opacity of 0.85', inside({ opacity: 0.85 }), {}],
  ['a dark page', inside({ background: 'black', colorScheme: 'dark' }), {}],
  ['a backdrop filter around it', inside({ backdropFilter: 'blur(8px)' }), {}],
  [
    'a sticky header that covers its upper edge',
    (button) => (
      <div style={{ position: 'relative' }}>
        {button}
        <header style={{ position: 'absolute', insetInline: 0, top: 0, height: 8, background: 'white' }} />
      </div>
    ),
    {},
  ],
  [
    'a badge over its corner',
    (button) => (
      <div style={{ position: 'relative', width: 'max-content' }}>
        {button}
        <i style={{ position: 'absolute', top: 0, right: 0, width: 10, height: 10, background: 'red' }} />
      </div>
    ),
    {},
  ],
  [
    'a scroller that shows a part of it',
    (button) => (
      <div style={{ height: 34, overflow: 'auto' }}>
        {button}
        <p>{long}</p>
      </div>
    ),
    {},
  ],
  [
    'a layer that the app names as one that covers nothing',
    (button) => [button, <div key="l" data-arming="ignore" style={through} />],
    {},
  ],
];

describe('A button that people can see', () => {
  it.each(inViews(honest))('C332 takes a press ($view): $name', async ({ view, frame, style }) => {
    setView(view);
    const { clock, onPress } = show(frame, style);
    await waitFor(() => expect(clock.timers).toBeGreaterThan(0));
    await pass(clock, 500);
    await vouched(document.querySelector('button') ?? document.body);
    await pass(clock, 1_000);

    await hand.click(screen.getByRole('button', { name: 'Approve' }));

    expect(onPress).toHaveBeenCalledTimes(1);
  });

  it('C332 takes a press after it has faded in', async () => {
    const { clock, onPress } = show((button) => (
      <>
        <style>{'@keyframes appear { from { opacity: 0; transform: scale(0.5) } }'}</style>
        <div style={{ animation: 'appear 120ms both' }}>{button}</div>
      </>
    ));
    await during(Promise.all(document.getAnimations().map(({ finished }) => finished)));
    await waitFor(() => expect(clock.timers).toBeGreaterThan(0));
    await pass(clock, 1_000);
    await vouched(approve());
    await pass(clock, 1_000);

    await hand.click(approve());

    expect(onPress).toHaveBeenCalledTimes(1);
  });

  it.each(['100%', '400%'])('C332 takes a key from a screen reader user, at a zoom of %s', async (zoom) => {
    document.documentElement.style.setProperty('zoom', zoom);
    const { clock, onPress } = show(alone);
    await waitFor(() => expect(clock.timers).toBeGreaterThan(0));
    await pass(clock, 500);
    await vouched(approve());
    await pass(clock, 1_000);

    approve().focus();
    await hand.keyboard('{Enter}');

    expect(onPress).toHaveBeenCalledTimes(1);
  });

  it.each(['light', 'dark'])('C332 is approved on a card of the kit, in a %s page', async (scheme) => {
    document.documentElement.style.colorScheme = scheme;
    const run = fakeRun({ pending: [batch([approval('a')])], status: 'waiting' });
    render(<ApprovalCard run={run} item={approval('a')} batch={batch([approval('a')])} />);
    const button = screen.getByRole('button', { name: 'Approve' });
    await vouched(button);
    await waitFor(() => expect(button).toHaveAttribute('data-arming', 'armed'));

    await hand.click(button);

    expect(run.decide).toHaveBeenCalledTimes(1);
  });
});
