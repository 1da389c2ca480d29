import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { InputForm } from '../../../src/approval/broker/pending.js';
import { ApprovalCard } from '../../../src/components/index.js';
import type { JSONValue } from '../../../src/protocol/base/json.js';
import type { EditedCall } from '../../../src/protocol/preview.js';
import { disarmApprovals } from '../../../src/testing/index.js';
import { approval, batch, type FakeRun, fakeRun } from '../support.js';

let armAgain = (): void => undefined;
beforeEach(() => {
  armAgain = disarmApprovals();
});
afterEach(() => {
  vi.useRealTimers();
  cleanup();
  armAgain();
});

const schema = { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] } as const;

/** A card in edit mode. The test provides the descriptions of its drafts, by path. */
function editCard(formOf: (form: InputForm) => InputForm | undefined = (form) => form) {
  const described = new Map<string, (call: EditedCall | undefined) => void>();
  const pathOf = (input: JSONValue): string => String((input as { path: string }).path);
  const describeDraft = vi.fn(
    (input: JSONValue): Promise<EditedCall | undefined> =>
      new Promise((resolve) => void described.set(pathOf(input), resolve)),
  );
  const form: InputForm = { schema: async () => schema, check: async () => [], describe: describeDraft };
  const item = approval('a', {
    title: 'Delete README.md',
    toolName: 'remove_file',
    risk: 'low',
    reason: 'Files are lost.',
    facts: ['9 bytes'],
    input: { path: 'README.md' },
  });
  const pending = [batch([item])];
  const run: FakeRun = fakeRun({
    pending,
    status: 'waiting',
    drafts: { [item.id]: { mode: 'edit', text: '{"path":"README.md"}' } },
  });
  run.formOf.mockReturnValue(formOf(form));
  // Rendered at once: a press on a card that still shows the previous draft does not count.
  const write = (text: string): void => act(() => run.set({ drafts: { [item.id]: { mode: 'edit', text } } }));
  const draft = (path: string): void => write(JSON.stringify({ path }));
  const [only = batch([item])] = pending;
  const cardOf = (call: typeof item.call) => <ApprovalCard run={run} item={{ ...item, call }} batch={only} />;
  const view = render(cardOf(item.call));
  /** Renders the card with a copy of its call, like an app that replaces calls during rendering. */
  const copyCall = (): void => view.rerender(cardOf({ ...item.call }));
  const describeAs = async (path: string, call: EditedCall | undefined): Promise<void> => {
    await waitFor(() => expect(described.has(path)).toBe(true));
    described.get(path)?.(call);
  };
  return { run, write, draft, copyCall, describeAs, describeDraft };
}

const card = (name: string): Promise<HTMLElement> => screen.findByRole('group', { name });
const editedCall = (): HTMLElement | null => document.querySelector('[data-cs="edited-call"]');
const reason = (): HTMLElement | null => document.querySelector('[data-cs="card-reason"]');
/** Returns the button once it accepts a press. It arms anew, in the next frames, when the card has changed. */
async function approve(): Promise<HTMLElement> {
  return await waitFor(() => {
    const button = screen.getByRole('button', { name: 'Approve with edits' });
    expect(button).toHaveAttribute('data-arming', 'armed');
    return button;
  });
}

describe('The card of a call that is edited', () => {
  it('C421 follows the draft, with the policy’s reason, and names the former call', async () => {
    const { write, draft, describeAs } = editCard();
    await approve();
    expect(screen.getByText('Asked because: Files are lost.')).toBeVisible();

    draft('.env');
    await describeAs('.env', { title: 'Delete .env', risk: 'high', reason: 'It holds secrets.', facts: ['4 bytes'] });

    const group = await card('Delete .env');
    expect(group).toHaveAttribute('data-risk', 'high');
    expect(screen.getByText('was: Delete README.md')).toBeVisible();
    expect(screen.getByText('Asked because: It holds secrets.')).toBeVisible();
    expect(screen.getByText('4 bytes')).toBeVisible();
    expect(screen.queryByText(/Files are lost/)).toBeNull();
    draft('README.md');
    expect(await card('Delete README.md')).toHaveAttribute('data-risk', 'low');
    write('{');
    expect(await card('Delete README.md')).toHaveAttribute('data-risk', 'low');
  });

  it('C421 waits until typing pauses', async () => {
    const { draft, describeDraft } = editCard();
    await approve();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

    draft('.e');
    vi.advanceTimersByTime(149);
    draft('.env');
    vi.advanceTimersByTime(149);
    expect(describeDraft).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);

    expect(describeDraft.mock.calls.map(([input]) => input)).toEqual([{ path: '.env' }]);
  });

  it('C421 discards the description of an earlier draft, and keeps the last one while a draft violates the schema', async () => {
    const { draft, describeAs, describeDraft } = editCard();
    draft('one');
    await waitFor(() => expect(describeDraft).toHaveBeenCalledTimes(1));
    draft('two');
    await describeAs('two', { title: 'Delete two' });
    await card('Delete two');
    await describeAs('one', { title: 'Delete one' });

    draft('');
    await describeAs('', undefined);
    await waitFor(() => expect(editedCall()).not.toHaveAttribute('aria-busy'));
    expect(await card('Delete two')).toBeVisible();
    draft('three');
    await waitFor(() => expect(describeDraft).toHaveBeenCalledTimes(4));

    expect(await card('Delete two')).toBeVisible();
    await describeAs('three', { title: 'Delete three' });
    await card('Delete three');
  });

  it('C421 takes no press for a rejected call', async () => {
    const { run, draft, describeAs } = editCard();
    draft('.git');
    await describeAs('.git', { title: 'Delete .git', refusal: 'Not allowed: History stays.' });

    await screen.findByText('Not allowed: History stays.');
    expect(reason()).toBeNull();
    await userEvent.click(await approve());

    expect(await approve()).toHaveAccessibleDescription(/Not allowed: History stays\./);
    expect(run.decide).not.toHaveBeenCalled();
  });

  it('C421 describes the input that a press approves before the press counts', async () => {
    const { run, draft, describeAs } = editCard();
    draft('.env');
    await userEvent.click(await approve());
    await describeAs('.env', { title: 'Delete .env', risk: 'destructive' });
    await card('Delete .env');
    expect(run.decide).not.toHaveBeenCalled();

    draft('notes');
    await userEvent.click(await approve());
    expect(run.decide).not.toHaveBeenCalled();
    await describeAs('notes', { title: 'Delete notes' });

    await waitFor(() => expect(run.decide).toHaveBeenCalledTimes(1));
  });

  it('C421 ignores a press when the draft changes, and keeps it when only the call is copied', async () => {
    const { run, draft, copyCall, describeAs, describeDraft } = editCard();
    const described = (path: string): number =>
      describeDraft.mock.calls.filter(([input]) => JSON.stringify(input) === JSON.stringify({ path })).length;
    draft('old');
    await userEvent.click(await approve());
    draft('.env');
    await describeAs('.env', { title: 'Delete .env' });
    await card('Delete .env');
    expect(run.decide).not.toHaveBeenCalled();

    draft('notes');
    await userEvent.click(await approve());
    await waitFor(() => expect(described('notes')).toBeGreaterThan(0));
    // A slow machine may have described the draft at the pause and at the press.
    const before = described('notes');
    copyCall();
    await waitFor(() => expect(described('notes')).toBeGreaterThan(before));
    await describeAs('notes', { title: 'Delete notes' });

    await waitFor(() => expect(run.decide).toHaveBeenCalledTimes(1));
  });

  it('C420 has the default title of its draft if it cannot be described', async () => {
    const { draft } = editCard(({ describe: _, ...form }) => form);

    draft('.env');

    await card('Remove file: .env');
    expect(screen.queryByText('9 bytes')).toBeNull();
    expect(reason()).toBeNull();
  });
});
