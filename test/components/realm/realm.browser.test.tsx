import { cleanup, render, waitFor } from '@testing-library/react';
import type { ReactElement } from 'react';
import { createPortal } from 'react-dom';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { userEvent as hand } from 'vitest/browser';
import { useSeen } from '../../../src/components/batch/use-seen.js';
import { ApprovalQueue, DecisionTray, MessageComposer } from '../../../src/components/index.js';
import { afterFrame, watchSizes } from '../../../src/components/page-gaps.js';
import { isHtmlElement } from '../../../src/components/page-realm.js';
import { loadKitStyles } from '../../setup/load-kit-styles.js';
import { approval, batch, fakeRun } from '../support.js';

loadKitStyles();

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

/** Renders the queue, the composer and the tray into `root`, and returns the tested parts. */
function showIn(root: HTMLElement, shown: (app: ReactElement) => ReactElement = (app) => app) {
  const run = fakeRun({ pending: [batch([approval('a'), approval('b')])], status: 'waiting' });
  const container = root.isConnected && root.ownerDocument === document ? root : document.createElement('div');
  render(
    shown(
      <>
        <DecisionTray sources={run} />
        <ApprovalQueue run={run} />
        <MessageComposer run={run} />
      </>,
    ),
    { container },
  );
  const find = (selector: string): HTMLElement => {
    const element = root.querySelector<HTMLElement>(selector);
    if (element === null) throw new Error(`${selector} was not rendered.`);
    return element;
  };
  return { run, find, cards: () => [...root.querySelectorAll<HTMLElement>('[data-card]')] };
}

function shadowContainer(): { readonly root: ShadowRoot; readonly box: HTMLElement } {
  const host = document.createElement('div');
  document.body.append(host);
  const root = host.attachShadow({ mode: 'open' });
  const box = document.createElement('div');
  root.append(box);
  return { root, box };
}

/**
 * Disables the observers and frames of this page, as a browser does for a page in the background, and returns
 * the names of those that were used anyway. A test browser keeps every page in the foreground.
 */
function stopFrames(): ReadonlySet<string> {
  const used = new Set<string>();
  class Stopped {
    observe(): void {
      used.add(this.constructor.name);
    }
    unobserve(): void {}
    disconnect(): void {}
    takeRecords(): readonly never[] {
      return [];
    }
  }
  vi.stubGlobal('IntersectionObserver', class IntersectionObserver extends Stopped {});
  vi.stubGlobal('ResizeObserver', class ResizeObserver extends Stopped {});
  vi.stubGlobal('requestAnimationFrame', () => {
    used.add('requestAnimationFrame');
    return 0;
  });
  return used;
}

describe('Components in another realm', () => {
  it('C360 in a shadow root, the keys of the composer and of the queue move between the cards', async () => {
    const { root, box } = shadowContainer();
    const { find, cards } = showIn(box);
    find('textarea').focus();

    await hand.keyboard('{ArrowUp}');
    await waitFor(() => expect(root.activeElement?.closest('[data-batch]')).not.toBeNull());
    await hand.keyboard('k');
    const before = root.activeElement?.closest('[data-card]');
    await hand.keyboard('j');
    const after = root.activeElement?.closest('[data-card]');

    expect(cards()).toContain(after);
    expect(after).not.toBe(before);
  });

  it('C361 in a shadow root, the tray opens and leads to a card', async () => {
    const { root, box } = shadowContainer();
    const { find } = showIn(box);

    find('[data-cs="tray-trigger"]').click();
    await waitFor(() => expect(find('[data-cs="tray-popover"]').matches(':popover-open')).toBe(true));
    find('[data-cs="tray-item"]').click();

    await waitFor(() => expect(root.activeElement?.closest('[data-card]')).not.toBeNull());
  });

  it('C362 in an iframe, the keys move between the cards', async () => {
    const frame = document.createElement('iframe');
    document.body.append(frame);
    const page = frame.contentDocument;
    if (page === null) throw new Error('The frame has no document.');
    const { find, cards } = showIn(page.body, (app) => createPortal(app, page.body));
    const press = (key: string): void => {
      page.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    };
    find('textarea').focus();

    press('ArrowUp');
    await waitFor(() => expect(page.activeElement?.closest('[data-batch]')).not.toBeNull());
    press('j');
    await waitFor(() => expect(cards()).toContain(page.activeElement?.closest('[data-card]')));
    const reached = page.activeElement?.closest('[data-card]');
    press('k');
    await waitFor(() => expect(page.activeElement?.closest('[data-card]')).not.toBe(reached));
    expect(cards()).toContain(page.activeElement?.closest('[data-card]'));
  });

  it('C410 in a window that the page has opened, a card counts as seen, its buttons arm and its keys work', async () => {
    const popup = window.open('', '', 'popup,width=800,height=900');
    if (popup === null) throw new Error('The browser opened no window.');
    try {
      const used = stopFrames();
      const page = popup.document;
      for (const style of document.head.querySelectorAll('style')) page.head.append(page.importNode(style, true));
      const { find, cards, run } = showIn(page.body, (app) => createPortal(app, page.body));
      const press = (key: string): void => {
        page.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
      };
      const focusedCard = (): HTMLElement | null => page.activeElement?.closest<HTMLElement>('[data-card]') ?? null;
      expect(popup.getComputedStyle(find('[data-card]')).getPropertyValue('--cs-radius-small')).not.toBe('');

      find('textarea').focus();
      press('ArrowUp');
      await waitFor(() => expect(page.activeElement?.closest('[data-batch]')).not.toBeNull());
      press('k');
      await waitFor(() => expect(cards()).toContain(focusedCard()));
      const one = focusedCard();
      press('j');
      await waitFor(() => expect(focusedCard()).not.toBe(one));
      press('k');
      await waitFor(() => expect(focusedCard()).toBe(one));
      press('Escape');
      await waitFor(() => expect(page.activeElement).toBe(find('textarea')));
      press('ArrowUp');
      await waitFor(() => expect(page.activeElement?.closest('[data-batch]')).not.toBeNull());
      press('?');
      await waitFor(() => expect(find('dialog[open]')).toBeDefined());
      find('dialog[open]').dispatchEvent(new Event('cancel', { cancelable: true }));
      page.querySelector<HTMLDialogElement>('dialog[open]')?.close();

      await waitFor(
        () => {
          find('[data-action="approve"]').click();
          expect(run.decide).toHaveBeenCalledOnce();
        },
        { interval: 250 },
      );
      expect([...used]).toEqual([]);
    } finally {
      cleanup();
      popup.close();
    }
  });
});

describe('A part in a window that the page has opened', () => {
  /** Opens a window, and disables the observers and frames of this page. */
  function openWindow(): { readonly page: Document; readonly used: ReadonlySet<string> } {
    const popup = window.open('', '', 'popup,width=800,height=900');
    if (popup === null) throw new Error('The browser opened no window.');
    onTestFinished(() => popup.close());
    return { page: popup.document, used: stopFrames() };
  }

  function elementIn(page: Document): HTMLElement {
    const element = page.createElement('div');
    element.style.blockSize = '40px';
    page.body.append(element);
    return element;
  }

  it('C410 is seen there', async () => {
    const { page, used } = openWindow();
    const batch = elementIn(page);
    batch.innerHTML = '<div data-card="a">A card</div>';
    batch.dataset.batch = 'b';
    function Watched(): ReactElement {
      return <output>{[...useSeen({ current: batch }, 'a')]}</output>;
    }

    const { container } = render(<Watched />);

    await waitFor(() => expect(container.textContent).toBe('a'));
    expect([...used]).toEqual([]);
  });

  it('C410 follows the sizes of elements there', async () => {
    const { page, used } = openWindow();
    const element = elementIn(page);
    const onSize = vi.fn();
    onTestFinished(watchSizes([element], onSize));
    await waitFor(() => expect(onSize).toHaveBeenCalled());
    onSize.mockClear();

    element.style.blockSize = '80px';

    await waitFor(() => expect(onSize).toHaveBeenCalled());
    expect([...used]).toEqual([]);
  });

  it('C410 waits for a frame there', async () => {
    const { page, used } = openWindow();

    await new Promise<void>((resolve) => afterFrame(elementIn(page), resolve));

    expect([...used]).toEqual([]);
  });

  it('C410 recognizes its elements', () => {
    expect(isHtmlElement(elementIn(openWindow().page))).toBe(true);
    expect(isHtmlElement(document.createElementNS('http://www.w3.org/2000/svg', 'svg'))).toBe(false);
  });
});

describe('A queue in a container that shrinks to fit', () => {
  it.each(['display: inline-flex', 'inline-size: max-content', 'float: inline-start'])(
    'C366 has a width (%s)',
    (style) => {
      const box = document.createElement('div');
      box.style.cssText = style;
      document.body.append(box);

      const { find } = showIn(box);

      expect(find('[data-cs="approval-queue"]').getBoundingClientRect().width).toBeGreaterThan(200);
    },
  );
});
