import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import type { CSSProperties, ReactElement, ReactNode } from 'react';
import { afterEach, describe, expect, inject, it, vi } from 'vitest';
import { userEvent as hand } from 'vitest/browser';
import { ArmingProvider } from '../../../src/components/index.js';
import { createVirtualClock, type VirtualClock } from '../../../src/testing/index.js';
import { ApproveButton, setView, views } from './approve-button.js';

afterEach(() => {
  cleanup();
  setView('scaled');
});

const approve = (): HTMLElement => screen.getByRole('button', { name: 'Approve' });
const pass = (clock: VirtualClock, ms: number): Promise<void> => act(() => clock.advance(ms));

/** Waits until the browser has said whether it can vouch for the button. */
function vouched(): Promise<void> {
  return act(async () => {
    await new Promise((done) => setTimeout(done, 350));
  });
}

type Frame = (button: ReactElement) => ReactNode;

async function show(frame: Frame): Promise<() => void> {
  const clock = createVirtualClock();
  const onPress = vi.fn<() => void>();
  render(<ArmingProvider clock={clock.environment}>{frame(<ApproveButton onPress={onPress} />)}</ArmingProvider>);
  await waitFor(() => expect(clock.timers).toBeGreaterThan(0));
  await pass(clock, 600);
  await vouched();
  await pass(clock, 1_000);
  await vouched();
  return onPress;
}

const through: CSSProperties = { position: 'fixed', inset: 0, pointerEvents: 'none', zIndex: 9_999 };
const under =
  (style: CSSProperties, inside?: ReactNode): Frame =>
  (button) => [
    button,
    <div key="layer" style={{ ...through, ...style }}>
      {inside}
    </div>,
  ];
const withSheet =
  (css: string, className = 'layer'): Frame =>
  (button) => [<style key="css">{css}</style>, button, <div key="layer" className={className} />];
const card =
  (css: string): Frame =>
  (button) => [
    <style key="css">{`.card { position: relative; padding: 20px; } ${css}`}</style>,
    <div key="card" className="card">
      {button}
    </div>,
  ];
const layerRule = '.layer { position: fixed; inset: 0; pointer-events: none; z-index: 9999; }';
const fillRule = "content: ''; position: absolute; inset: 0; pointer-events: none;";

function ShadowLayer({ html }: { readonly html: string }): ReactElement {
  const attach = (host: HTMLDivElement | null): void => {
    if (host === null || host.shadowRoot !== null) return;
    host.attachShadow({ mode: 'open' }).innerHTML = html;
  };
  return <div ref={attach} style={through} />;
}

function openPopover(popover: HTMLDivElement | null): void {
  if (popover !== null && !popover.matches(':popover-open')) popover.showPopover();
}

/** A popover of the app, which stays open. What is behind it never takes a press. */
function Popover({ css }: { readonly css: string }): ReactElement {
  return (
    <>
      <style>{`.popover { inset: auto 0 0 auto; width: 90px; height: 20px; border: 0; padding: 0; } ${css}`}</style>
      <div ref={openPopover} className="popover" popover="manual" />
    </>
  );
}

/** Layers that let presses through and paint nothing over the button. */
const unpainted: readonly (readonly [name: string, frame: Frame])[] = [
  ['the container of react-hot-toast', under({ inset: 16 })],
  [
    'the container of react-hot-toast with a toast at the lower edge',
    under(
      { inset: 16 },
      <p style={{ position: 'absolute', bottom: 0, right: 0, width: 90, background: 'white' }}>Saved</p>,
    ),
  ],
  [
    'a container within a container',
    under(
      {},
      <div style={{ position: 'absolute', inset: 0 }}>
        <div style={{ height: '100%' }} />
      </div>,
    ),
  ],
  ['containers of two libraries', (button) => under({})(under({ inset: 4 })(button) as ReactElement)],
  [
    'a container that is scaled and has a filter',
    under({ transform: 'scale(1.2)', filter: 'drop-shadow(0 0 2px black)' }),
  ],
  ['an overlay that has faded out', under({ background: 'black', opacity: 0 })],
  [
    'what is in an overlay that has faded out',
    under({ opacity: 0 }, <div style={{ height: '100%', background: 'white' }}>A menu</div>),
  ],
  ['a hidden layer', under({ background: 'white', visibility: 'hidden' })],
  ['a background without alpha', under({ background: 'oklch(0.5 0.1 200 / 0)' })],
  ['a frame around the page', under({ border: '4px solid red' })],
  ['an inner ring around the page', under({ boxShadow: 'inset 0 0 0 3px red' })],
  ['an outer shadow of the page', under({ boxShadow: '0 0 20px black', outline: '1px solid red' })],
  ['text elsewhere', under({ paddingTop: 200 }, 'Connected')],
  [
    'an empty drawing',
    (button) => [
      button,
      <svg key="s" aria-hidden="true" style={{ ...through, width: '100%', height: '100%' }}>
        <path d="M0 300 L50 350" stroke="red" />
      </svg>,
    ],
  ],
  [
    'a round pointer of the app over its middle',
    under({ inset: 'auto', left: 64, top: 24, width: 8, height: 8, background: 'red' }),
  ],
  [
    'a ring of the app around the pointer',
    under({ inset: 'auto', left: 48, top: 8, width: 40, height: 40, border: '1px solid red', borderRadius: '50%' }),
  ],
  [
    'a container in a shadow tree',
    (button) => [button, <ShadowLayer key="s" html='<div style="position:fixed;inset:0"></div>' />],
  ],
  ['a ring of the card', card(`.card::after { ${fillRule} border: 1px solid gray; border-radius: 8px; }`)],
  [
    'a ring and a number of the card',
    card(
      `.card { position: relative; } .card::after { ${fillRule} border: 1px solid gray; } .card::before { content: '2'; position: absolute; inset: 0 auto auto 0; inline-size: 10px; block-size: 10px; overflow: clip; }`,
    ),
  ],
  ['an inner shadow of the card', card(`.card::after { ${fillRule} box-shadow: inset 0 0 0 1px gray; }`)],
  ['a glow of the card that is not hovered', card(`.card::after { ${fillRule} background: white; opacity: 0; }`)],
  ['an empty pseudo-element of a layer', withSheet(`${layerRule} .layer::before { ${fillRule} }`)],
  [
    'a layer whose rule is important',
    withSheet('.layer.layer { position: fixed; inset: 0; pointer-events: none !important; }'),
  ],
  [
    'a layer that paints and is named as one that covers nothing',
    (button) => [button, <div key="l" data-arming="ignore" style={{ ...through, background: 'rgb(0 0 0 / 5%)' }} />],
  ],
  ['a popover with nothing behind it', (button) => [button, <Popover key="p" css="" />]],
  [
    'a card in a popover that paints what is behind it',
    (button) => (
      <>
        <style>{'.own::backdrop { background: white; }'}</style>
        <div className="own" popover="manual" ref={openPopover}>
          {button}
        </div>
      </>
    ),
  ],
];

/** Layers that let presses through and paint over the button. */
const painted: readonly (readonly [name: string, frame: Frame])[] = [
  ['a background', under({ background: 'white' })],
  ['a background with a little alpha', under({ background: 'rgb(255 255 255 / 10%)' })],
  ['a background in another colour space', under({ background: 'color(display-p3 1 1 1 / 0.9)' })],
  ['a gradient', under({ background: 'linear-gradient(white, white)' })],
  ['a background of what is in it', under({}, <div style={{ height: '100%', background: 'white' }} />)],
  [
    'a text',
    under({ inset: 'auto', left: 8, top: 12, width: 120, height: 40, font: '20px/30px sans-serif' }, 'Cancel it'),
  ],
  ['a thick border', under({ border: '400px solid white' })],
  ['an inner shadow', under({ boxShadow: 'inset 0 0 0 400px white' })],
  ['an inner outline', under({ outline: '400px solid white', outlineOffset: -400 })],
  ['a filter of what is behind it', under({ backdropFilter: 'blur(8px)' })],
  [
    'a picture',
    under(
      {},
      <img
        alt=""
        style={{ width: '100%', height: '100%' }}
        src="data:image/gif;base64,R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs="
      />,
    ),
  ],
  ['a canvas', under({}, <canvas style={{ width: '100%', height: '100%' }} />)],
  [
    'a drawing',
    (button) => [
      button,
      <svg key="s" aria-hidden="true" style={{ ...through, width: '100%', height: '100%' }}>
        <rect width="100%" height="100%" fill="white" />
      </svg>,
    ],
  ],
  ['a control', under({}, <input style={{ width: '100%', height: '100%' }} />)],
  ['a pseudo-element', withSheet(`${layerRule} .layer::before { ${fillRule} background: white; }`)],
  ['the text of a pseudo-element', withSheet(`${layerRule} .layer::after { content: 'Cancel'; font-size: 60px; }`)],
  [
    'a layer whose rule is important',
    withSheet('.layer.layer { position: fixed; inset: 0; background: white; pointer-events: none !important; }'),
  ],
  [
    'a number of the card that is over it',
    card(
      `.card { position: relative; } .card::after { ${fillRule} border: 1px solid gray; } .card::before { content: '2'; position: absolute; inset: 0; overflow: clip; pointer-events: none; }`,
    ),
  ],
  [
    'a number of the card whose text leaves its box',
    card(
      `.card { position: relative; } .card::after { ${fillRule} border: 1px solid gray; } .card::before { content: 'Cancel'; position: absolute; inset: 0 auto auto 0; inline-size: 10px; block-size: 10px; font-size: 60px; pointer-events: none; }`,
    ),
  ],
  ['a pseudo-element of its card', card(`.card::after { ${fillRule} background: white; }`)],
  [
    'a shadow tree',
    (button) => [button, <ShadowLayer key="s" html='<div style="position:fixed;inset:0;background:white"></div>' />],
  ],
  ['a bar over its middle', under({ inset: 'auto', left: 40, top: 16, width: 60, height: 20, background: 'white' })],
  [
    'what a popover paints behind it',
    (button) => [button, <Popover key="p" css=".popover::backdrop { background: white; }" />],
  ],
];

/** Each case takes a second of real time. The gate plays every third of them at full size. */
const isThin = inject('slowTests') === 'thin';

const inViews = (cases: typeof painted) =>
  views.flatMap((view) =>
    cases
      .filter((_, index) => !isThin || view === 'scaled' || index % 3 === 0)
      .map(([name, frame]) => ({ view, name, frame })),
  );

describe('A button under a layer that lets presses through', () => {
  it.each(inViews(unpainted))(
    'C332 takes a press if nothing is painted over it ($view): $name',
    async ({ view, frame }) => {
      setView(view);
      const onPress = await show(frame);

      await hand.click(approve());

      expect(onPress).toHaveBeenCalledTimes(1);
    },
  );

  it.each(inViews(painted))(
    'C330 takes no press if something is painted over it ($view): $name',
    async ({ view, frame }) => {
      setView(view);
      const onPress = await show(frame);

      await hand.click(approve());

      expect(onPress).not.toHaveBeenCalled();
      expect(screen.getByRole('status')).toHaveTextContent('something had just covered the button.');
    },
  );
});
