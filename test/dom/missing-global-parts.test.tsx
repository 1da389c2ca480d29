// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createGrants } from '../../src/approval/grants/grants.js';
import { watchVisibility } from '../../src/components/arming/watch-visibility.js';
import { notificationState } from '../../src/components/attention/batch-notifications.js';
import { useSeen } from '../../src/components/batch/use-seen.js';
import { MessageComposer } from '../../src/components/index.js';
import { afterFrame, watchSizes } from '../../src/components/page-gaps.js';
import { inThisPage } from '../../src/conversation/state/page-id.js';
import { grantRequest } from '../approval/grants/calls.js';
import { approval, batch, fakeRun } from '../components/support.js';

// The parts that use a global, one by one: in a whole conversation another part may hide that one of them fails.

let restore: (() => void)[] = [];

/** Replaces a global of the realm and of the window of its document, which are two objects in a document of Node. */
function replace(name: string, descriptor: PropertyDescriptor): void {
  for (const owner of new Set<object>([globalThis, document.defaultView ?? globalThis])) {
    const before = Object.getOwnPropertyDescriptor(owner, name);
    Object.defineProperty(owner, name, { configurable: true, ...descriptor });
    restore.push(() => {
      if (before === undefined) Reflect.deleteProperty(owner, name);
      else Object.defineProperty(owner, name, before);
    });
  }
}

const refuse = (): never => {
  throw new DOMException('Not in this frame.', 'SecurityError');
};

const waysToLack: readonly (readonly [string, PropertyDescriptor])[] = [
  ['null', { value: null }],
  ['refused', { get: refuse }],
];

beforeEach(() => {
  restore = [];
});

afterEach(() => {
  cleanup();
  for (const step of restore.reverse()) step();
});

function element(): HTMLElement {
  const box = document.createElement('div');
  document.body.append(box);
  restore.push(() => box.remove());
  return box;
}

describe('A part of a page that lacks a global', () => {
  it.each([
    ['null', null],
    ['rejected', { request: async () => refuse() }],
  ])('C389 saves the grants of a shared storage (locks: %s)', async (_, locks) => {
    const owner = navigator;
    const before = Object.getOwnPropertyDescriptor(owner, 'locks');
    Object.defineProperty(owner, 'locks', { configurable: true, value: locks });
    restore.push(() => {
      if (before === undefined) Reflect.deleteProperty(owner, 'locks');
      else Object.defineProperty(owner, 'locks', before);
    });
    let saved: unknown;
    const storage = {
      load: () => saved,
      save: (grants: unknown) => {
        saved = grants;
      },
      subscribe: () => () => {},
    };
    const grants = createGrants({ storage });

    await grants.add(grantRequest({ remember: { scope: 'tool', for: 'always' } }));
    await grants.ready;

    await vi.waitFor(() => expect(saved).toHaveLength(1));
    expect(grants.problem).toBeUndefined();
  });

  it.each(waysToLack)('C389 names the page of an answer (sessionStorage: %s)', (_, descriptor) => {
    replace('sessionStorage', descriptor);

    const options = inThisPage({});

    expect(options).toMatchObject({ by: { type: 'person', page: expect.any(String) } });
    expect(inThisPage({})).toEqual(options);
  });

  it('C389 calls back after a frame (requestAnimationFrame: null)', async () => {
    replace('requestAnimationFrame', { value: null });

    await new Promise<void>((resolve) => afterFrame(element(), resolve));
  });

  it('C389 watches no sizes (ResizeObserver: null)', () => {
    replace('ResizeObserver', { value: null });

    expect(() => watchSizes([element()], () => {})()).not.toThrow();
  });

  it.each(['IntersectionObserver', 'IntersectionObserverEntry'])(
    'C389 reports nothing about visibility (%s: null)',
    (name) => {
      class Observer {
        observe(): void {}
        disconnect(): void {}
      }
      class Entry {
        get isVisible(): boolean {
          return true;
        }
      }
      replace('IntersectionObserver', { value: Observer });
      replace('IntersectionObserverEntry', { value: Entry });
      replace(name, { value: null });

      const watch = watchVisibility(element(), () => {});

      expect(watch.verdict()).toBe('unknown');
      watch.stop();
    },
  );

  it('C389 counts cards as seen (IntersectionObserver: null)', async () => {
    replace('IntersectionObserver', { value: null });
    vi.spyOn(document.documentElement, 'clientWidth', 'get').mockReturnValue(800);
    function Seen() {
      const inside = useRef<HTMLDivElement>(null);
      return <div ref={inside}>{[...useSeen(inside, 'a b')].join(' and ')}</div>;
    }

    render(<Seen />);

    await screen.findByText('a and b');
    vi.restoreAllMocks();
  });

  it('C389 cannot notify (Notification: null)', () => {
    replace('Notification', { value: null });

    expect(notificationState()).toBe('unsupported');
  });

  it.each(['matchMedia', 'sessionStorage'])('C389 keeps the text in the composer (%s: null)', async (name) => {
    replace(name, { value: null });
    const run = fakeRun({ pending: [batch([approval('a')])], status: 'waiting' });
    const { rerender } = render(<MessageComposer run={run} />);
    const field = await screen.findByRole('textbox');
    field.focus();
    const newer = fakeRun({ pending: [batch([approval('b')], { batchId: 'newer' })], status: 'waiting' });
    rerender(<MessageComposer run={newer} />);

    fireEvent.change(field, { target: { value: 'Half a message' } });

    expect(field).toHaveProperty('value', 'Half a message');
  });
});
