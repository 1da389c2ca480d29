import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { StrictMode } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { defaultStrings } from '../../src/components/default-strings.js';
import { EventFeed, StringsProvider } from '../../src/components/index.js';
import type { RunEvent } from '../../src/protocol/run-event.js';
import { EventList, type RunEvents } from '../../src/store/event-list.js';
import { fakeRun } from './support.js';

afterEach(cleanup);

function warnings(count: number): RunEvent[] {
  return Array.from({ length: count }, (_, seq) => ({
    v: 1,
    seq,
    at: 1_700_000_000_000 + seq,
    runId: 'r',
    agentPath: ['a'],
    type: 'warning',
    code: 'code',
    message: `Warning ${seq}`,
  }));
}

describe('EventFeed', () => {
  it('says that nothing has happened', () => {
    render(<EventFeed run={fakeRun()} />);

    expect(screen.getByText('Nothing has happened yet')).toBeVisible();
  });

  it('lists and counts lines, and says that it is live', async () => {
    const run = fakeRun({ events: warnings(2), status: 'running' });
    render(<EventFeed run={run} />);
    expect(screen.getByText('live')).toBeVisible();

    run.set({ events: warnings(3), status: 'idle' });

    await screen.findByText('3 lines');
    expect(screen.queryByText('live')).toBeNull();
    expect(within(screen.getByRole('list')).getAllByRole('listitem')).toHaveLength(3);
  });

  it('unfolds a line to its event', async () => {
    render(<EventFeed run={fakeRun({ events: warnings(1) })} />);
    expect(document.querySelector('[data-slot="json"]')).toBeNull();

    await userEvent.click(screen.getByText('Warning 0'));

    await waitFor(() => expect(document.querySelector('[data-slot="json"]')).toHaveTextContent('"seq": 0'));
  });

  it('renders the newest of very many, and says so', () => {
    render(<EventFeed run={fakeRun({ events: warnings(620) })} />);

    expect(screen.getAllByRole('listitem')).toHaveLength(500);
    expect(screen.getByText('120 earlier lines are not shown')).toBeInTheDocument();
    expect(screen.getByText('Warning 619')).toBeInTheDocument();
  });

  it('renders only lines that changed, also in StrictMode, and an older list after a newer one', async () => {
    const rendered: number[] = [];
    const second = (at: number): string => {
      rendered.push(at);
      return defaultStrings.feed.second(at);
    };
    const strings = { feed: { second } };
    const older = EventList.grow([], warnings(50));
    const newer = EventList.grow(older, warnings(51).slice(50));
    const run = fakeRun({ events: older });
    render(
      <StrictMode>
        <StringsProvider strings={strings}>
          <EventFeed run={run} />
        </StringsProvider>
      </StrictMode>,
    );
    const show = async (events: RunEvents, count: string): Promise<void> => {
      rendered.length = 0;
      run.set({ events });
      await screen.findByText(count);
    };

    await show(newer, '51 lines');
    expect(new Set(rendered)).toEqual(new Set([1_700_000_000_050]));
    expect(screen.getAllByRole('listitem')).toHaveLength(51);

    await show(older, '50 lines');
    expect(screen.getAllByRole('listitem')).toHaveLength(50);
    expect(screen.queryByText('Warning 50')).toBeNull();

    await show(newer, '51 lines');
    expect(screen.getAllByRole('listitem').at(-1)).toHaveTextContent('Warning 50');
  });
});
