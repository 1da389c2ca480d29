import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ReactElement, StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EventFeed, Feed, FloatingEventFeed } from '../../../src/components/index.js';
import { EventList, type RunEvents } from '../../../src/conversation/state/event-list.js';
import type { FeedRow } from '../../../src/feed/feed-row.js';
import type { RunEvent, RunEventBody } from '../../../src/protocol/run-event.js';
import { loadKitStyles } from '../../setup/load-kit-styles.js';
import { fakeRun } from '../support.js';

loadKitStyles();

afterEach(cleanup);

const secret = 'hunter2';

function listOf(...bodies: RunEventBody[]): RunEvent[] {
  return bodies.map((body, seq) => ({
    v: 1,
    seq,
    at: 1_700_000_000_000 + seq * 100,
    runId: 'r',
    agentPath: ['lead'],
    ...body,
  }));
}

const warning = (index: number): RunEventBody => ({ type: 'warning', code: 'code', message: `Warning ${index}` });
const warnings = (count: number): RunEvent[] => listOf(...Array.from({ length: count }, (_, index) => warning(index)));

const call = {
  toolCallId: 'a',
  toolName: 'write_file',
  title: 'Clear .env',
  input: { path: '.env', password: secret },
};
const story = listOf(
  { type: 'run-start', conversationId: 'c', prompt: [] },
  { type: 'step-start', step: 1 },
  { type: 'tool-call', toolCallId: 'a', toolName: 'write_file', input: call.input },
  { type: 'approval-requested', batchId: 'b', call },
  {
    type: 'answer',
    batchId: 'b',
    toolCallId: 'a',
    answer: { kind: 'tool-approved' },
    by: { type: 'person', name: 'Ana' },
  },
  warning(1),
);

const grid = (): HTMLElement => screen.getByRole('treegrid', { name: 'Events' });
const lines = (): HTMLElement[] => within(grid()).getAllByRole('row');
const active = (): HTMLElement | null => document.getElementById(grid().getAttribute('aria-activedescendant') ?? '');
const scroller = (): HTMLElement => {
  const found = document.querySelector<HTMLElement>('[data-cs="feed-scroller"]');
  if (found === null) throw new Error('There is no feed.');
  return found;
};
const isAtEnd = (): boolean => scroller().scrollTop >= scroller().scrollHeight - scroller().clientHeight - 1;

describe('EventFeed', () => {
  it('says that nothing has happened', () => {
    render(<EventFeed run={fakeRun()} />);

    expect(screen.getByText('Nothing has happened yet')).toBeVisible();
    expect(screen.queryByRole('treegrid')).toBeNull();
  });

  it('C199 searches the stored events until it finds a match, and no further', async () => {
    const all = warnings(40);
    let from = 30;
    const run = fakeRun({ events: all.slice(from), earlierEvents: 'kept' });
    const showEarlier = vi.fn(() => {
      from -= 10;
      run.set({ events: all.slice(from), earlierEvents: from > 0 ? 'kept' : 'none' });
    });
    render(<EventFeed run={{ ...run, showEarlier }} />);
    await userEvent.click(screen.getByRole('button', { name: 'Filter' }));
    const search = screen.getByRole('searchbox');

    await userEvent.type(search, 'Warning 35');
    await waitFor(() => expect(lines()).toHaveLength(1));
    expect(showEarlier).not.toHaveBeenCalled();

    await userEvent.clear(search);
    await userEvent.type(search, 'Warning 12');
    await waitFor(() => expect(lines()).toHaveLength(1));
    expect(showEarlier).toHaveBeenCalledTimes(2);

    await userEvent.clear(search);
    await userEvent.type(search, 'nothing of the kind');
    await waitFor(() => expect(showEarlier).toHaveBeenCalledTimes(3));
    expect(from).toBe(0);
  });

  it('lists and counts lines, and says that it is live', async () => {
    const run = fakeRun({ events: warnings(2), status: 'running' });
    render(<EventFeed run={run} />);
    expect(screen.getByText('live')).toBeVisible();

    run.set({ events: warnings(3), status: 'idle' });

    await screen.findByText('3 lines');
    expect(screen.queryByText('live')).toBeNull();
    expect(lines()).toHaveLength(3);
  });

  it('says how a run ended, once, and nothing else on the way', async () => {
    const run = fakeRun({ events: story, status: 'running' });
    render(<EventFeed run={run} />);
    expect(screen.getByRole('status')).toBeEmptyDOMElement();

    const usage = { requests: 1, toolCalls: 1, inputTokens: 60, outputTokens: 20 };
    run.set({
      events: [
        ...story,
        ...listOf(...Array(6).fill(warning(1)), { type: 'run-end', outcome: 'failed', usage }).slice(6),
      ],
    });

    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('agent failed'));
    expect(screen.getByText('60 → 20')).toBeVisible();
  });

  it('tells a call in one line, with its title, and who answered', () => {
    render(<EventFeed events={story} />);

    const row = within(grid()).getByRole('row', { name: /Clear \.env/ });
    expect(row).toHaveTextContent('Clear .env: approved by Ana');
    expect(row).toHaveAttribute('aria-level', '3');
  });

  it('has no style attribute where a server renders it', () => {
    const html = renderToString(<EventFeed events={warnings(5_000)} />);

    expect(html).not.toMatch(/\sstyle=/);
    expect(html.match(/data-cs="feed-line"/g)?.length).toBeLessThan(200);
  });

  it('throws for a part that stands alone', () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});

    expect(() => render(<Feed.Rows />)).toThrow('<Feed.Rows> is outside of <Feed.Root>');
    expect(() => render(<Feed.Time />)).toThrow('<Feed.Time> is outside of <Feed.Rows>');
    vi.restoreAllMocks();
  });
});

describe('a line', () => {
  it('C471 unfolds to words, and one press further to its events, redacted until someone asks', async () => {
    render(<EventFeed events={story} />);
    expect(document.querySelector('[data-cs="feed-json"]')).toBeNull();

    await userEvent.click(screen.getByText('Clear .env: approved'));

    expect(within(grid()).getByText('Tool').nextSibling).toHaveTextContent('write_file');
    expect(within(grid()).getByText('Input').nextSibling).toHaveTextContent('.env');
    expect(grid()).not.toHaveTextContent(secret);
    expect(document.querySelector('[data-cs="feed-json"]')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Raw events' }));
    const json = screen.getByRole('region', { name: '3 events' });
    expect(json).toHaveTextContent('"password": "[redacted]"');
    await userEvent.click(screen.getByRole('button', { name: 'Show what is redacted' }));
    expect(json).toHaveTextContent(`"password": "${secret}"`);
  });

  it('copies what it shows, and says so', async () => {
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    render(<EventFeed events={story} />);
    fireEvent.click(screen.getByText('Clear .env: approved'));

    fireEvent.click(screen.getByRole('button', { name: 'Copy' }));

    await screen.findByText('Copied');
    expect(JSON.parse(String(write.mock.calls[0]?.[0]))).toMatchObject([
      { input: { password: '[redacted]' } },
      { type: 'approval-requested' },
      { type: 'answer' },
    ]);
    write.mockRejectedValue(new DOMException('no'));
    fireEvent.click(screen.getByRole('button', { name: 'Copy' }));
    await screen.findByText('Could not be copied: the browser did not allow it.');
    write.mockRestore();
  });

  it('folds the lines in it', async () => {
    render(<EventFeed events={story} />);

    const [run, step] = screen.getAllByRole('button', { name: 'Fold' });
    expect(run).toHaveAccessibleDescription('agent started');
    expect(step).toHaveAccessibleDescription('Step 1');
    await userEvent.click(step as HTMLElement);

    expect(lines().map((row) => row.getAttribute('aria-expanded'))).toEqual(['true', 'false']);
    expect(grid()).toHaveAttribute('aria-rowcount', '2');
  });

  it('may be anything, and has the state of its row', () => {
    render(
      <Feed.Root events={story}>
        <Feed.Rows>{(row: FeedRow) => <Feed.Row className={({ kind }) => kind}>{row.topic}</Feed.Row>}</Feed.Rows>
      </Feed.Root>,
    );

    expect(lines().map((row) => `${row.className} ${row.textContent}`)).toEqual([
      'live run',
      'step run',
      'live model',
      'ok tools',
      'warn problems',
    ]);
  });
});

describe('the keyboard', () => {
  it('goes through the lines, folds, unfolds and shows events', async () => {
    render(<EventFeed events={story} />);
    act(() => grid().focus());
    expect(active()).toHaveTextContent('Warning 1');

    await userEvent.keyboard('{Home}');
    expect(active()).toHaveTextContent('agent started');
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');
    expect(active()).toHaveTextContent('Clear .env: approved');
    await userEvent.keyboard('{ArrowLeft}');
    expect(active()).toHaveTextContent('Step 1');
    await userEvent.keyboard('{ArrowRight}{ArrowDown}{ArrowRight}{ArrowRight}');
    expect(active()).toHaveTextContent('approved by Ana');
    await userEvent.keyboard('{Enter}');
    expect(within(active() as HTMLElement).getByText('Input')).toBeVisible();
    await userEvent.keyboard(' ');
    expect(screen.queryByText('Input')).toBeNull();
  });

  it('reaches lines that are not in the page, and keeps the focus on the way', async () => {
    render(<EventFeed events={warnings(3_000)} />);
    act(() => grid().focus());

    await userEvent.keyboard('{Home}');
    expect(active()).toHaveTextContent('Warning 0');
    expect(active()).toBeVisible();
    await userEvent.keyboard('{PageDown}{ArrowUp}');
    const index = Number(active()?.getAttribute('aria-rowindex'));
    expect(index).toBeGreaterThan(5);
    await userEvent.keyboard('{End}');
    expect(active()).toHaveTextContent('Warning 2999');
    expect(grid()).toHaveFocus();
  });
});

describe('what is looked for', () => {
  it('is found in lines and in their events, by kind and by agent', async () => {
    const events = [
      ...story,
      ...listOf(...Array(6).fill(warning(1)), { type: 'run-start', conversationId: 'c', prompt: [] }).slice(6),
    ];
    const nested = events.map((event, index) => (index === 6 ? { ...event, agentPath: ['lead', 'cleaner'] } : event));
    render(<EventFeed events={nested} />);
    await userEvent.click(screen.getByRole('button', { name: 'Filter' }));

    await userEvent.click(screen.getByRole('button', { name: 'Problems' }));
    await screen.findByText('3 of 6 lines');
    await userEvent.click(screen.getByRole('button', { name: 'People' }));
    await screen.findByText('4 of 6 lines');
    await userEvent.click(screen.getByRole('button', { name: 'Problems' }));
    await userEvent.click(screen.getByRole('button', { name: 'People' }));
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search events' }), 'ANA');
    await screen.findByText('3 of 6 lines');
    await userEvent.clear(screen.getByRole('searchbox'));
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Agent' }), 'lead › cleaner');
    await screen.findByText('3 of 6 lines');
    await userEvent.type(screen.getByRole('searchbox'), 'nowhere');
    await screen.findByText('No line matches');
  });
});

describe('the end', () => {
  beforeEach(() => {
    document.body.style.height = '600px';
  });

  it('is followed until someone scrolls up, and again on demand', async () => {
    const run = fakeRun({ events: warnings(300), status: 'running' });
    render(<EventFeed run={run} />);
    await waitFor(() => expect(isAtEnd()).toBe(true));
    act(() => run.set({ events: warnings(320) }));
    await waitFor(() => expect(screen.getByText('Warning 319')).toBeVisible());
    expect(isAtEnd()).toBe(true);

    scroller().scrollTop -= 900;
    await screen.findByRole('button', { name: 'Jump to latest' });
    const place = scroller().scrollTop;
    act(() => run.set({ events: warnings(340) }));
    await screen.findByText('340 lines');
    expect(scroller().scrollTop).toBe(place);

    await userEvent.click(screen.getByRole('button', { name: 'Jump to latest' }));
    await waitFor(() => expect(screen.getByText('Warning 339')).toBeVisible());
    expect(isAtEnd()).toBe(true);
    expect(screen.getByRole('button', { name: 'Follow' })).toHaveAttribute('aria-pressed', 'true');
  });

  it('is let go by a scroll whose event has not arrived, so that a press hits the row under it', async () => {
    const run = fakeRun({ events: warnings(300), status: 'running' });
    render(<EventFeed run={run} />);
    await waitFor(() => expect(isAtEnd()).toBe(true));
    const place = scroller().scrollTop - 300;

    scroller().scrollTop = place;
    act(() => grid().focus()); // renders the active row before the event of the scroll

    expect(scroller().scrollTop).toBe(place);
    await screen.findByRole('button', { name: 'Jump to latest' });
  });

  it('is left alone while someone reads an unfolded line', async () => {
    const run = fakeRun({ events: warnings(300), status: 'running' });
    render(<EventFeed run={run} />);
    await userEvent.click(screen.getByText('Warning 290'));
    const { top } = screen.getByText('Warning 290').getBoundingClientRect();

    act(() => run.set({ events: warnings(400) }));

    await screen.findByText('400 lines');
    expect(screen.getByText('Warning 290').getBoundingClientRect().top).toBe(top);
  });
});

describe('100,000 events', () => {
  const many = EventList.grow([], warnings(100_000));

  it('are fewer than 200 lines in the page, wherever one is', async () => {
    render(<EventFeed events={many} />);
    expect(grid()).toHaveAttribute('aria-rowcount', '100000');
    expect(lines().length).toBeLessThan(200);
    await waitFor(() => expect(screen.getByText('Warning 99999')).toBeVisible());

    for (const share of [0, 0.3, 0.7]) {
      scroller().scrollTop = scroller().scrollHeight * share;
      const expected = Math.round(100_000 * share);
      await waitFor(() => {
        const indices = lines().map((row) => Number(row.getAttribute('aria-rowindex')));
        expect(Math.abs((indices[0] ?? 0) - expected)).toBeLessThan(60);
        const middle = scroller().getBoundingClientRect();
        expect(
          document.elementFromPoint(middle.left + 80, middle.top + middle.height / 2)?.closest('[role="row"]'),
        ).not.toBeNull();
      });
      expect(lines().length).toBeLessThan(200);
    }
  });

  it.each([
    ['plainly', false, 2],
    ['in StrictMode', true, 4],
  ])('render a line again only when it changes, %s', async (_, isStrict, limit) => {
    const rendered: string[] = [];
    const renderRow = (row: FeedRow): ReactElement => {
      rendered.push(row.words);
      return <Feed.Row />;
    };
    const page = (events: RunEvents): ReactElement => {
      const feed = (
        <Feed.Root events={events}>
          <Feed.Rows>{renderRow}</Feed.Rows>
        </Feed.Root>
      );
      return isStrict ? <StrictMode>{feed}</StrictMode> : feed;
    };
    const { rerender } = render(page(many));
    await waitFor(() => expect(screen.getByText('Warning 99999')).toBeVisible());
    let events: RunEvents = many;
    for (let added = 0; added < 10; added++) {
      rendered.length = 0;
      events = EventList.grow(events, [{ ...(many.at(-1) as RunEvent), seq: 100_000 + added }]);

      rerender(page(events));

      expect(rendered.length).toBeGreaterThan(0);
      expect(rendered.length).toBeLessThanOrEqual(limit);
      expect(lines().length).toBeLessThan(200);
    }
    expect(grid()).toHaveAttribute('aria-rowcount', '100010');
  });
});

describe('the export', () => {
  it('is redacted, or everything after a warning', async () => {
    const blobs: Blob[] = [];
    const url = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      blobs.push(blob as Blob);
      return 'blob:feed';
    });
    const names: string[] = [];
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download);
    });
    render(<EventFeed events={story} />);

    await userEvent.click(screen.getByRole('button', { name: 'Export' }));
    await userEvent.click(screen.getByRole('button', { name: 'Download, redacted' }));
    await userEvent.click(screen.getByRole('button', { name: 'Export' }));
    const everything = screen.getByRole('button', { name: 'Download everything' });
    expect(everything).toHaveAccessibleDescription(/Anyone with the file can read them/);
    await userEvent.click(everything);

    const [redacted, full] = await Promise.all(blobs.map((blob) => blob.text()));
    expect(names).toEqual(['run.jsonl', 'run.jsonl']);
    expect(redacted?.split('\n')).toHaveLength(7);
    expect(redacted).not.toContain(secret);
    expect(full).toContain(secret);
    url.mockRestore();
    click.mockRestore();
  });
});

describe('FloatingEventFeed', () => {
  it('opens beside the app without taking the focus, moves, closes with Escape, and remembers while the page lives', async () => {
    const first = render(<FloatingEventFeed events={story} />);
    const opener = screen.getByRole('button', { name: 'Show events' });
    expect(screen.queryByRole('dialog')).toBeNull();

    await userEvent.click(opener);
    const dialog = screen.getByRole('dialog', { name: 'Events' });
    expect(opener).toHaveFocus();
    expect(dialog.matches(':modal')).toBe(false);
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Panel position' }), 'Bottom');
    expect(dialog).toHaveAttribute('data-dock', 'bottom');

    first.unmount();
    render(<FloatingEventFeed events={story} />);
    expect(screen.getByRole('dialog')).toHaveAttribute('data-dock', 'bottom');
    act(() => grid().focus());
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('button', { name: 'Show events' })).toHaveFocus();
  });
});
