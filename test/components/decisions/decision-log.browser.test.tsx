import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type DecisionEntry, toolDenied } from 'countersign';
import { DecisionLog } from 'countersign/components';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { showChat } from '../chat/support.js';
import { fakeRun } from '../support.js';

afterEach(cleanup);
afterEach(() => vi.restoreAllMocks());

function entryOf(toolCallId: string, more: Partial<DecisionEntry> = {}): DecisionEntry {
  return {
    v: 1,
    kind: 'approval',
    runId: 'r',
    agentPath: ['lead'],
    toolName: 'remove',
    toolCallId,
    title: `Remove ${toolCallId}`,
    input: { path: toolCallId },
    redactions: [],
    overruled: [],
    late: [],
    decision: { verdict: 'approved', by: { type: 'person', name: 'Ada' }, at: 1_900_000_000_000 },
    ...more,
  };
}

const kept: readonly DecisionEntry[] = [
  entryOf('one.md'),
  entryOf('two.md', { decision: { verdict: 'denied', by: { type: 'person' }, at: 0 }, message: 'Keep it' }),
  entryOf('three.md', { decision: { verdict: 'approved', by: { type: 'grant', grantId: 'g' }, at: 0 } } as never),
  entryOf('four.md', { decision: { verdict: 'blocked', by: { type: 'rule', policy: 'p' }, at: 0 } }),
];

const titles = (): readonly string[] =>
  screen.queryAllByRole('listitem').map((item) => /Remove \S+/.exec(item.textContent ?? '')?.[0] ?? '');

describe('C175 the log of decisions', () => {
  it('C175 lists who decided what, newest first, and filters by group and word', async () => {
    render(<DecisionLog source={kept} />);
    expect(titles()).toEqual(['Remove four.md', 'Remove three.md', 'Remove two.md', 'Remove one.md']);
    expect(screen.getByText(/Ada/)).toBeDefined();
    const filter = screen.getByRole('combobox', { name: 'Filter decisions' });

    await userEvent.selectOptions(filter, 'Approved');
    expect(titles()).toEqual(['Remove three.md', 'Remove one.md']);
    await userEvent.selectOptions(filter, 'Refused');
    expect(titles()).toEqual(['Remove four.md', 'Remove two.md']);
    await userEvent.selectOptions(filter, 'Without a person');
    expect(titles()).toEqual(['Remove four.md', 'Remove three.md']);
    await userEvent.type(screen.getByRole('searchbox'), 'FOUR');
    expect(titles()).toEqual(['Remove four.md']);
    await userEvent.type(screen.getByRole('searchbox'), ' or so');
    expect(screen.getByText('No decision matches.')).toBeDefined();
  });

  it('C175 exports the shown decisions, oldest first', async () => {
    render(<DecisionLog source={kept} defaultGroup="approved" />);
    const files: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      files.push(blob as Blob);
      return 'blob:nothing';
    });
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});

    await userEvent.click(screen.getByRole('button', { name: 'Export' }));

    const lines = (await files[0]?.text())?.trim().split('\n') ?? [];
    expect(lines.map((line) => JSON.parse(line).title)).toEqual(['Remove one.md', 'Remove three.md']);
  });

  it('C175 follows a conversation as it is answered, and keeps unfolded entries open', async () => {
    const { run } = showChat({
      turns: [
        {
          calls: [
            { toolName: 'remove', input: { path: 'a.md', apiKey: 'sk-secret' } },
            { toolName: 'remove', input: { path: 'b.md' } },
          ],
        },
        'Done.',
      ],
      chat: {},
    });
    act(() => run().start('Tidy up'));
    await waitFor(() => expect(run().pending).toHaveLength(1));
    const log = within(render(<DecisionLog source={run()} />).container);
    await waitFor(() => expect(log.getAllByText('waits for an answer')).toHaveLength(2));
    await userEvent.click(log.getByText('Remove b.md'));

    await run().decide('call-2', toolDenied('Keep it'));
    await run().decide('call-1', true);

    await waitFor(() => expect(log.getByText(/^denied/)).toBeDefined());
    await waitFor(() => expect(log.getByText(/^approved —/)).toBeDefined());
    expect(log.getByText('Remove b.md').closest('details')?.open).toBe(true);
    expect(log.getByText(/Keep it/)).toBeDefined();
    expect(log.queryByText(/sk-secret/)).toBeNull();
  });

  it('says so when nothing was decided, and when it cannot be read', async () => {
    const { unmount } = render(<DecisionLog source={[]} />);
    expect(screen.getByText('No decisions yet.')).toBeDefined();
    unmount();
    const throwing = {
      [Symbol.iterator]: () => {
        throw new Error('No events.');
      },
    };

    render(<DecisionLog source={fakeRun({ events: Object.assign([], throwing) })} />);

    expect((await screen.findByRole('alert')).textContent).toBe('The decisions could not be read. No events.');
  });
});
