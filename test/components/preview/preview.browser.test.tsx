import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ComponentProps } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { PreviewState } from '../../../src/approval/broker/pending.js';
import { Preview, PreviewView } from '../../../src/components/index.js';
import type { DiffLibrary } from '../../../src/components/preview/diff-library.js';
import type { Preview as PreviewData } from '../../../src/protocol/preview.js';
import { loadKitStyles } from '../../setup/load-kit-styles.js';

loadKitStyles();

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const pixel = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

function show(preview: PreviewData, props: Partial<ComponentProps<typeof PreviewView>> = {}): HTMLElement {
  return render(<PreviewView state={{ status: 'ready', preview }} {...props} />).container;
}

const lines = (count: number, change: (line: number) => string = (line) => `line ${line}`): string =>
  Array.from({ length: count }, (_, at) => `${change(at + 1)}\n`).join('');
const rows = (): Promise<HTMLElement[]> =>
  waitFor(() => {
    const found = [...document.querySelectorAll<HTMLElement>('[data-cs="diff-row"]')];
    expect(found.length).toBeGreaterThan(0);
    return found;
  });
const texts = (elements: Iterable<Element>): (string | null)[] => [...elements].map(({ textContent }) => textContent);

const writtenNote = 'Secrets are hidden here only. What is written is the full text.';
const removedNote = 'Secrets in removed lines are hidden here only.';

describe('a diff shows', () => {
  const before = lines(40);
  const after = lines(40, (line) => (line === 20 ? 'line twenty' : `line ${line}`));

  it('what is changed with the lines around, the words that changed, and the rest on demand', async () => {
    show({ type: 'diff', before, after, path: 'notes.md' });
    expect(await rows()).toHaveLength(8);
    expect(screen.getByText('1 line added, 1 removed')).toBeVisible();
    expect(screen.getByText('notes.md')).toBeVisible();
    expect(texts(document.querySelectorAll('[data-cs="changed-words"]'))).toEqual(['20', 'twenty']);
    expect(screen.getByText('Removed, line 20:')).toBeInTheDocument();

    await userEvent.click(screen.getByRole('button', { name: 'Show 16 unchanged lines' }));

    expect(await rows()).toHaveLength(24);
    expect(screen.getByText('line 1')).toBeVisible();
  });

  it('both sides beside each other where there is room, and one below the other where there is none', async () => {
    const container = show({ type: 'diff', before, after });
    await rows();
    const frame = container.querySelector<HTMLElement>('[data-cs="preview"]');
    frame?.style.setProperty('inline-size', '60rem');

    await userEvent.click(screen.getByRole('button', { name: 'Side by side' }));

    const changed = document.querySelector('[data-cs="diff-row"][data-change="changed"]');
    const [left, right] = [...(changed?.children ?? [])].map((cell) => cell.getBoundingClientRect());
    expect(left?.top).toBe(right?.top);
    frame?.style.setProperty('inline-size', '20rem');
    const [upper, lower] = [...(changed?.children ?? [])].map((cell) => cell.getBoundingClientRect());
    expect(lower?.top).toBeGreaterThanOrEqual(upper?.bottom ?? Number.NaN);
    expect(screen.queryByRole('button', { name: 'Side by side' })).toBeNull();
  });

  it.each([
    ['a new text', '', 'a\nb\n', 'New, 2 lines'],
    ['an emptied text', 'a\n', '', 'Emptied, 1 line removed'],
    ['no difference', 'a\n', 'a\n', 'Nothing changes: before and after are the same.'],
    ['other ends of lines', 'a\r\nb\r\n', 'a\nb\n', /^Line endings change/],
    ['a line break less', 'a\n', 'a', 'The line break at the end is removed.'],
  ])('%s in words', async (...[, from, to, words]) => {
    show({ type: 'diff', before: from, after: to });

    expect(await screen.findByText(words)).toBeVisible();
  });

  it('no secret until it is asked for, and that a secret changes', async () => {
    const container = show({ type: 'diff', before: 'API_KEY=old-secret-1\n', after: 'API_KEY=new-secret-2\n' });
    await rows();
    expect(container.innerHTML).not.toMatch(/(?:old|new)-secret/);
    expect(screen.getByText('1 line added, 1 removed')).toBeVisible();

    await userEvent.click(screen.getByRole('button', { name: 'Show 2 hidden values' }));

    expect(texts(document.querySelectorAll('[data-cs="diff-code"]'))).toEqual([
      'API_KEY=old-secret-1',
      'API_KEY=new-secret-2',
    ]);
  });

  it.each([
    { what: 'comes', before: '', after: 'API_KEY=a-secret-1\n', note: writtenNote },
    { what: 'stays', before: 'API_KEY=a-secret-1\na\n', after: 'API_KEY=a-secret-1\n', note: writtenNote },
    { what: 'goes', before: 'a\nAPI_KEY=a-secret-1\n', after: 'a\n', note: removedNote },
    { what: 'goes with all', before: 'API_KEY=a-secret-1\n', after: '', note: removedNote },
  ])('what becomes of a secret that $what', async ({ before, after, note }) => {
    const container = show({ type: 'diff', before, after });
    await rows();

    const written = container.querySelector('[data-cs="hidden-note"] > span')?.textContent;
    expect(screen.getByRole('button', { name: 'Show the hidden value' })).toHaveAccessibleDescription(note);
    expect(written).toBe(note === writtenNote ? note : undefined);
  });

  it('what deceives in added lines, marked and explained', async () => {
    show({ type: 'diff', before: 'a\n', after: 'a\nif (admin\u202E) {}\n', path: 'src/\u200Ba.ts' });
    await rows();

    expect(document.querySelector('[data-cs="diff-row"] mark')).toHaveAttribute('data-kind', 'bidi-control');
    expect(screen.getByRole('note', { name: 'Look closely.' })).toHaveTextContent(/path.*U\+200B.*text.*U\+202E/);
  });

  it('no markup of the text as markup', async () => {
    const container = show({ type: 'diff', before: '', after: '<img src=x onerror=alert(1)>\n' });
    await rows();

    expect(container.querySelector('img')).toBeNull();
    expect(container).toHaveTextContent('<img src=x onerror=alert(1)>');
  });

  it('both texts one after the other while the library loads', async () => {
    let arrive = (_: DiffLibrary): void => {};
    const load = (): Promise<DiffLibrary> => new Promise((resolve) => (arrive = resolve));
    const container = show({ type: 'diff', before: 'a\n', after: 'b\n' }, { loadLibrary: load });
    expect(texts(container.querySelectorAll('dt'))).toEqual(['Before', 'After']);

    arrive(await import('diff'));

    expect(await rows()).toHaveLength(2);
    expect(container.querySelector('dl')).toBeNull();
  });

  it('both texts as they are when the library cannot be loaded', async () => {
    const load = (): Promise<DiffLibrary> => Promise.reject(new Error('offline'));
    const container = show({ type: 'diff', before: 'password: hunter2-old\n', after: 'b\n' }, { loadLibrary: load });

    expect(await screen.findByText(/could not be compared here/)).toBeVisible();
    expect(texts(container.querySelectorAll('dt'))).toEqual(['Before', 'After']);
    expect(container.innerHTML).not.toContain('hunter2');
  });

  it('megabytes a page at a time', async () => {
    const big = lines(200_000);
    const container = show({ type: 'diff', before: '', after: big });
    expect(await rows()).toHaveLength(400);

    await userEvent.click(screen.getByRole('button', { name: 'Show 400 more of 199,600 lines left' }));

    expect(await rows()).toHaveLength(800);
    expect(container.querySelectorAll('*').length).toBeLessThan(10_000);
  });

  it('a line of megabytes cut, and says so', async () => {
    const container = show({ type: 'diff', before: 'x', after: 'y'.repeat(5_000_000) });
    await rows();

    expect(screen.getByText('and 4,998,000 more characters')).toBeVisible();
    expect(container.textContent?.length).toBeLessThan(5_000);
  });
});

describe('a table shows', () => {
  it('cells by type under the names of their columns, a page at a time', async () => {
    const people = Array.from({ length: 10_000 }, (_, at) => [at, `person ${at}`, at % 2 === 0, null]);
    const container = show({ type: 'table', columns: ['id', 'name', 'active', 'left'], rows: people });
    expect(screen.getByRole('table', { name: '10,000 rows, 4 columns' })).toBeVisible();
    expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual([
      'id',
      'name',
      'active',
      'left',
    ]);
    expect(screen.getAllByRole('row')).toHaveLength(51);

    await userEvent.click(screen.getByRole('button', { name: 'Show 200 more of 9,950 rows left' }));

    expect(screen.getAllByRole('row')).toHaveLength(251);
    expect(container.querySelectorAll('*').length).toBeLessThan(6_000);
  });

  it('no secret of a column that is one', async () => {
    const container = show({ type: 'table', columns: ['user', 'api_key'], rows: [['ada', 'k-123-456']] });
    expect(container.innerHTML).not.toContain('k-123-456');

    await userEvent.click(within(screen.getByRole('table')).getByRole('button', { name: /Show the hidden value/ }));

    expect(screen.getByText('k-123-456')).toBeVisible();
  });

  it('that there are no rows', () => {
    show({ type: 'table', columns: ['id'], rows: [] });

    expect(screen.getByText('No rows')).toBeVisible();
  });

  it('all of its width by scrolling, from the keyboard, too', () => {
    const columns = Array.from({ length: 40 }, (_, at) => `column ${at}`);
    show({ type: 'table', columns, rows: [columns] });
    const scroller = screen.getByRole('region');

    expect(scroller.scrollWidth).toBeGreaterThan(scroller.clientWidth);
    expect(scroller).toHaveAttribute('tabindex', '0');
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(document.documentElement.clientWidth);
  });
});

describe('a picture', () => {
  it('of the page itself is shown, and tells no server where it is looked at', () => {
    show({ type: 'image', url: pixel, alt: 'A pixel' });

    expect(screen.getByRole('img', { name: 'A pixel' })).toHaveAttribute('referrerpolicy', 'no-referrer');
  });

  it('from elsewhere waits until it is asked for', async () => {
    show({ type: 'image', url: 'https://tracker.invalid/p.png', alt: 'A chart' });
    expect(screen.queryByRole('img')).toBeNull();
    expect(screen.getByText(/This picture comes from tracker\.invalid/)).toBeVisible();

    await userEvent.click(screen.getByRole('button', { name: 'Load the picture' }));

    expect(await screen.findByText('The picture could not be loaded.')).toBeVisible();
  });

  it('is loaded from where the app allows it', () => {
    show(
      { type: 'image', url: 'https://cdn.invalid/p.png', alt: 'A chart' },
      { allowImage: ({ host }) => host === 'cdn.invalid' },
    );

    expect(screen.getByRole('img', { name: 'A chart' })).toBeInTheDocument();
  });

  it.each([
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'file:///etc/passwd',
    'vbscript:x',
    'https://',
  ])('is none at %s', (url) => {
    show({ type: 'image', url, alt: 'A chart' });

    expect(screen.queryByRole('img')).toBeNull();
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.getByText('The picture could not be loaded.')).toBeVisible();
  });
});

describe('a preview', () => {
  it('of JSON and of text is a value', () => {
    show({ type: 'json', value: { size: 3, password: 'hunter2-correct' } });
    expect(screen.getByText('size')).toBeVisible();
    expect(document.body.innerHTML).not.toContain('hunter2');
    cleanup();
    show({ type: 'text', text: 'Hello\u202E <b>you</b>' });

    expect(document.querySelector('[data-cs="preview"] mark')).toHaveAttribute('data-kind', 'bidi-control');
    expect(document.querySelector('[data-cs="preview"] bdi b')).toBeNull();
  });

  it('says that it is being made', () => {
    render(<PreviewView state={{ status: 'loading' }} />);

    expect(screen.getByRole('figure')).toHaveAttribute('aria-busy', 'true');
    expect(screen.getByRole('status')).toHaveTextContent('Loading the preview…');
  });

  it('says why there is none, in text alone, and is made again on demand', async () => {
    const onRetry = vi.fn();
    const state: PreviewState = { status: 'failed', message: 'It took longer than 10 s.\u202E <b>' };
    render(<PreviewView state={state} onRetry={onRetry} />);
    expect(screen.getByText(/failed: It took longer than 10 s\.\\u202e <b> You can decide without it\./)).toBeVisible();

    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));

    expect(onRetry).toHaveBeenCalledOnce();
  });

  it('is nothing where its tool makes none', () => {
    expect(render(<PreviewView state={{ status: 'none' }} />).container.innerHTML).toBe('');
  });

  it.each<PreviewData>([
    { type: 'diff', before: 'a\nb\n', after: 'a\nc\n', path: 'a.txt' },
    { type: 'table', columns: ['size', 'day'], rows: [[1234567, '2026-03-01']] },
    { type: 'image', url: '/here.png', alt: 'Here' },
    { type: 'json', value: { at: '2026-03-01', size: 1234567 } },
    { type: 'text', text: 'Hello' },
  ])('as $type is the same on a server, without style attributes, and is taken over without a warning', (preview) => {
    const errors = vi.spyOn(console, 'error');
    const element = <PreviewView state={{ status: 'ready', preview }} />;
    const container = document.body.appendChild(document.createElement('div'));
    container.innerHTML = renderToString(element);
    expect(container.innerHTML).not.toContain('style=');

    render(element, { container, hydrate: true });

    expect(errors.mock.calls).toEqual([]);
  });

  it('takes a class by its state, a ref, other attributes and another element', () => {
    const ref = vi.fn();
    const preview: PreviewData = { type: 'text', text: 'a' };
    render(
      <Preview.Root
        state={{ status: 'ready', preview }}
        ref={ref}
        className={({ state }) => `is-${state}`}
        title="x"
        render={<section />}
      />,
    );

    expect(ref).toHaveBeenCalledWith(document.querySelector('section.is-ready[title="x"][data-type="text"]'));
  });
});
