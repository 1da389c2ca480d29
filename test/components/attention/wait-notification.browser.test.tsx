import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { StrictMode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { WaitNotificationOptions } from '../../../src/components/attention/use-wait-notification.js';
import { safeTitle } from '../../../src/components/attention/use-wait-notification.js';
import type { DecisionSources } from '../../../src/components/attention/use-waiting.js';
import { ApprovalQueue, useWaitNotification } from '../../../src/components/index.js';
import { toolDenied } from '../../../src/protocol/make-answer.js';
import { approval, batch, call, fakeRun } from '../support.js';
import { setVisibility } from './hidden.js';

/** Replaces the browser's `Notification`. */
class FakeNotification extends EventTarget {
  static permission: NotificationPermission = 'granted';
  static answer: NotificationPermission = 'granted';
  static shown: FakeNotification[] = [];
  static requestPermission = vi.fn(async () => {
    FakeNotification.permission = FakeNotification.answer;
    return FakeNotification.permission;
  });
  readonly close = vi.fn();

  readonly title: string;
  readonly options: NotificationOptions;

  constructor(title: string, options: NotificationOptions) {
    super();
    this.title = title;
    this.options = options;
    FakeNotification.shown.push(this);
  }
}

const shown = (): FakeNotification[] => FakeNotification.shown;
const real = window.Notification;

function use(notification: unknown): void {
  Object.defineProperty(window, 'Notification', { value: notification, configurable: true, writable: true });
}

function Notifier({ sources, ...options }: { readonly sources: DecisionSources } & WaitNotificationOptions) {
  const { permission, requestPermission } = useWaitNotification(sources, options);
  return (
    <button type="button" onClick={() => void requestPermission()}>
      {permission}
    </button>
  );
}

beforeEach(() => {
  FakeNotification.permission = 'granted';
  FakeNotification.answer = 'granted';
  FakeNotification.shown = [];
  use(FakeNotification);
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  setVisibility('visible');
  vi.restoreAllMocks();
  use(real);
});

const three = batch([approval('a'), approval('b'), approval('c')]);

describe('useWaitNotification', () => {
  it('tells of a batch once, whoever wants it told', () => {
    const run = fakeRun();
    render(
      <StrictMode>
        <Notifier sources={run} />
        <Notifier sources={[run]} />
      </StrictMode>,
    );
    setVisibility('hidden');

    act(() => run.set({ pending: [three] }));
    act(() => run.settle('a', toolDenied()));

    expect(shown().map(({ title, options }) => ({ title, ...options }))).toEqual([
      { title: '3 actions need your approval', body: 'Write a\nWrite b\nWrite c', tag: 'batch-1' },
    ]);
  });

  it('names three calls, and counts the others', () => {
    const run = fakeRun();
    render(<Notifier sources={run} icon="/icon.png" />);
    setVisibility('hidden');

    act(() => run.set({ pending: [batch(['a', 'b', 'c', 'd', 'e'].map((id) => approval(id)))] }));

    expect(shown()[0]?.options).toEqual({
      body: 'Write a\nWrite b\nWrite c\nand 2 more',
      tag: 'batch-1',
      icon: '/icon.png',
    });
  });

  it('says nothing to someone who looks, nor of what they have seen', () => {
    const run = fakeRun();
    render(<Notifier sources={run} />);

    act(() => run.set({ pending: [three] }));
    setVisibility('hidden');

    expect(shown()).toEqual([]);
  });

  it('takes it away when the batch is answered', () => {
    const run = fakeRun();
    render(<Notifier sources={run} />);
    setVisibility('hidden');
    act(() => run.set({ pending: [three] }));
    expect(shown()[0]?.close).not.toHaveBeenCalled();

    act(() => run.set({ pending: [] }));

    expect(shown()[0]?.close).toHaveBeenCalledOnce();
  });

  it('takes it away when the tab is shown, and when the component is gone', () => {
    const run = fakeRun();
    const { unmount } = render(<Notifier sources={run} />);
    setVisibility('hidden');
    act(() => run.set({ pending: [three] }));
    setVisibility('visible');
    setVisibility('hidden');
    act(() => run.set({ pending: [three, { ...three, batchId: 'batch-2' }] }));

    unmount();

    expect(shown().map(({ options }) => options.tag)).toEqual(['batch-1', 'batch-2']);
    for (const { close } of shown()) expect(close).toHaveBeenCalledOnce();
  });

  it('brings the tab and the card at a press', () => {
    const focus = vi.spyOn(window, 'focus').mockImplementation(() => undefined);
    const run = fakeRun();
    render(
      <>
        <Notifier sources={run} />
        <ApprovalQueue run={run} />
      </>,
    );
    setVisibility('hidden');
    act(() => run.set({ pending: [three] }));
    act(() => run.settle('a', toolDenied()));

    shown()[0]?.dispatchEvent(new Event('click'));

    expect(focus).toHaveBeenCalledOnce();
    expect(screen.getByRole('heading', { name: 'Write b' })).toHaveFocus();
    expect(shown()[0]?.close).toHaveBeenCalledOnce();
  });

  it('hands a press to the app when the card is nowhere', () => {
    vi.spyOn(window, 'focus').mockImplementation(() => undefined);
    const onJump = vi.fn();
    const run = fakeRun();
    render(<Notifier sources={run} onJump={onJump} />);
    setVisibility('hidden');
    act(() => run.set({ pending: [three] }));

    shown()[0]?.dispatchEvent(new Event('click'));

    expect(onJump.mock.calls.map(([item]) => item.call.toolCallId)).toEqual(['a']);
  });
});

describe('the permission', () => {
  it.each(['granted', 'denied'] as const)('is asked for at a press only: %s', async (answer) => {
    FakeNotification.permission = 'default';
    FakeNotification.answer = answer;
    FakeNotification.requestPermission.mockClear();
    render(<Notifier sources={fakeRun({ pending: [three] })} />);
    expect(FakeNotification.requestPermission).not.toHaveBeenCalled();

    await userEvent.click(screen.getByRole('button', { name: 'default' }));

    expect(await screen.findByRole('button', { name: answer })).toBeVisible();
    expect(FakeNotification.requestPermission).toHaveBeenCalledOnce();
  });

  it('keeps silent without it', () => {
    FakeNotification.permission = 'denied';
    const run = fakeRun();
    render(<Notifier sources={run} />);
    setVisibility('hidden');

    act(() => run.set({ pending: [three] }));

    expect(shown()).toEqual([]);
  });

  it('is `unsupported` where there are no notifications', async () => {
    use(undefined);
    render(<Notifier sources={fakeRun()} />);

    await userEvent.click(screen.getByRole('button', { name: 'unsupported' }));

    expect(screen.getByRole('button', { name: 'unsupported' })).toBeVisible();
  });
});

describe('a browser that refuses the constructor', () => {
  it('ends as `unsupported`, not as an error', async () => {
    vi.resetModules();
    const fresh = await import('../../../src/components/attention/batch-notifications.js');
    use(
      Object.assign(
        function refuse() {
          throw new TypeError('Illegal constructor');
        },
        { permission: 'granted' },
      ),
    );

    const made = fresh.notify({ batchId: 'b', title: 't', body: '', item: approval('a') });

    expect(made).toBeUndefined();
    await waitFor(() => expect(fresh.notificationState()).toBe('unsupported'));
  });
});

describe('a title outside of the page', () => {
  it.each([
    ['what stands under a secret name', 'Log in with hunter22', { password: 'hunter22' }, 'Log in with [redacted]'],
    [
      'parts of what is hidden',
      'Use s3cretA and s3cretAB',
      { tokens: { secret: ['s3cretA', 's3cretAB'] } },
      'Use [redacted] and [redacted]',
    ],
    ['a key by its looks', 'Call https://a:pw@x.test/', { url: 'x' }, 'Call https://[redacted]@x.test/'],
    ['characters that cannot be seen', 'Write a\u202Etxt.exe', { path: 'x' }, 'Write a\\u202etxt.exe'],
    ['line breaks', 'One\n\nBank: pay', {}, 'One Bank: pay'],
  ] as const)('is without %s', (...[, title, input, expected]) => {
    expect(safeTitle(call('a', { title, input }))).toBe(expected);
  });

  it('is without what the tool hides, and is short', () => {
    const hidden = safeTitle(call('a', { title: 'Pay 4242', input: { n: '4242' }, redactions: { hide: [['n']] } }));

    expect(hidden).toBe('Pay [redacted]');
    expect([...safeTitle(call('a', { title: 'x'.repeat(500) }))]).toHaveLength(90);
  });
});
