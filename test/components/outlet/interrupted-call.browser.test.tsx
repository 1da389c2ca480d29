import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ReactElement, StrictMode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ArmingProvider, ClientToolOutlet } from '../../../src/components/index.js';
import type { ClientTools } from '../../../src/hooks/client-tools.js';
import { useConversation } from '../../../src/hooks/use-conversation.js';
import type { DeferredCall } from '../../../src/protocol/deferred.js';
import { runAgain, toolReturn } from '../../../src/protocol/make-answer.js';
import { ToolFailed } from '../../../src/protocol/signals.js';
import { batch, external, type FakeRun, fakeRun } from '../support.js';

afterEach(cleanup);

function Outlets({ run }: { readonly run: FakeRun }): ReactElement {
  const pending = useConversation(run, (state) => state.pending);
  return (
    <StrictMode>
      <ArmingProvider delay={0}>
        {pending.flatMap(({ items }) => items.map((item) => <ClientToolOutlet key={item.id} run={run} item={item} />))}
      </ArmingProvider>
    </StrictMode>
  );
}

async function show(about: Partial<DeferredCall> = {}, clientTools: ClientTools = {}): Promise<FakeRun> {
  const item = external('a', {
    title: 'Pay Ann',
    input: { to: 'ann' },
    interrupted: { since: Date.UTC(2026, 10, 23) },
    ...about,
  });
  const run = fakeRun({ pending: [batch([item])] }, clientTools);
  render(<Outlets run={run} />);
  await screen.findByRole('button', { name: 'It happened…' });
  return run;
}

const button = (name: string): HTMLElement => screen.getByRole('button', { name });
const answers = (run: FakeRun): unknown => run.decide.mock.calls.map(([, decision]) => decision);
const waitUntilArmed = async (): Promise<void> =>
  await waitFor(() => expect(button('Run again').getAttribute('data-arming')).toBe('armed'));

describe('the card of a call that was cut off', () => {
  it('says what was running, since when, and with which input', async () => {
    await show({ risk: 'high' });

    const card = screen.getByRole('group', { name: 'Pay Ann' });
    expect(card).toHaveTextContent(
      /This began on .*2026.* and was interrupted\. It may have happened; this page cannot know\./,
    );
    expect(card).toHaveTextContent('ann');
    expect(card).toHaveTextContent('high risk');
    expect(button('Run again')).toHaveAccessibleDescription('If it has happened, running it again does it twice.');
  });

  it.each([undefined, 8.65e15])('says nothing of a time that nobody knows: %s', async (since) => {
    await show({ interrupted: since === undefined ? {} : { since } });

    expect(screen.getByText(/^This began earlier and was interrupted\./)).toBeVisible();
  });

  it('can be put off', async () => {
    const run = await show();

    await userEvent.click(button('Later'));

    expect(answers(run)).toEqual(['defer']);
  });

  it('takes the place of the tool of the page, which would do it once more', async () => {
    const execute = vi.fn();
    await show({}, { pick_file: { execute } });
    cleanup();
    await show({}, { pick_file: { render: () => <p>Pick!</p> } });

    expect(screen.queryByText('Pick!')).toBeNull();
    expect(screen.queryByText('Working in this page…')).toBeNull();
    expect(execute).not.toHaveBeenCalled();
  });

  it.each([
    ['', null],
    ['paid', 'paid'],
    ['42', 42],
    ['{"receipt":7}', { receipt: 7 }],
  ])('takes %j as what came of it, by keyboard alone', async (text, value) => {
    const run = await show();

    button('It happened…').focus();
    await userEvent.keyboard('{Enter}');
    expect(screen.getByRole('textbox')).toHaveFocus();
    if (text !== '') await userEvent.paste(text);
    await userEvent.tab();
    await userEvent.keyboard('{Enter}');

    expect(answers(run)).toEqual([toolReturn(value)]);
  });

  it('takes no half JSON for a text', async () => {
    const run = await show();

    await userEvent.click(button('It happened…'));
    await userEvent.paste('{"receipt":');
    await userEvent.click(button('It happened'));

    expect(await screen.findByRole('alert')).toHaveTextContent('This starts like JSON and is not complete.');
    expect(run.decide).not.toHaveBeenCalled();
  });

  it('says what the schema of the result does not take, and keeps what was written', async () => {
    const run = await show();
    run.decide.mockResolvedValueOnce({ status: 'invalid', issues: [{ path: ['receipt'], message: 'is missing' }] });

    await userEvent.click(button('It happened…'));
    await userEvent.paste('paid');
    await userEvent.click(button('It happened'));

    expect(await screen.findByRole('alert')).toHaveTextContent('receipt: is missing');
    expect(screen.getByRole('textbox')).toHaveValue('paid');
    expect(screen.getByRole('textbox')).toHaveAccessibleDescription(/receipt: is missing/);
  });

  it('tells the model what went wrong, and goes back with Escape to the button that was pressed', async () => {
    const run = await show();

    await userEvent.click(button('It failed…'));
    await userEvent.keyboard('No money{Escape}');
    expect(button('It failed…')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(screen.getByRole('textbox')).toHaveValue('No money');
    await userEvent.keyboard('{Enter}');

    expect(answers(run)).toMatchObject([{ kind: 'tool-failed', message: 'No money' }]);
    expect((answers(run) as unknown[])[0]).toBeInstanceOf(ToolFailed);
  });

  it('goes back from the result, too', async () => {
    await show();

    await userEvent.click(button('It happened…'));
    await userEvent.keyboard('paid{Escape}');

    expect(button('It happened…')).toHaveFocus();
  });

  it('runs again once its button is armed, at one press', async () => {
    const run = await show();

    await waitUntilArmed();
    await userEvent.click(button('Run again'));

    expect(answers(run)).toEqual([runAgain()]);
  });

  it('runs nothing again while its button arms', async () => {
    const item = external('a', { interrupted: {} });
    const run = fakeRun({ pending: [batch([item])] });
    render(
      <ArmingProvider delay={60_000}>
        <ClientToolOutlet run={run} item={item} />
      </ArmingProvider>,
    );

    await userEvent.click(await screen.findByRole('button', { name: 'Run again' }));

    expect(run.decide).not.toHaveBeenCalled();
    expect(button('Run again')).toHaveAttribute('aria-disabled', 'true');
  });

  it('wants a key to be pressed twice for what cannot be undone', async () => {
    const run = await show({ risk: 'destructive' });

    await waitUntilArmed();
    button('Run again').focus();
    await userEvent.keyboard('{Enter}');
    expect(run.decide).not.toHaveBeenCalled();
    await waitFor(() => expect(button('Press again to run it')).toHaveAttribute('data-arming', 'confirming'));
    await userEvent.keyboard('{Enter}');

    expect(answers(run)).toEqual([runAgain()]);
  });

  it.each([
    [runAgain(), 'to be run again'],
    [toolReturn(null), 'said to have happened'],
    [{ kind: 'tool-failed', message: 'No money' } as const, 'said to have failed: No money'],
  ])('is one line once it is answered: %j', async (answer, words) => {
    const run = await show();

    run.settle('a', answer);

    await waitFor(() => expect(screen.getByRole('group', { name: 'Pay Ann' })).toHaveTextContent(words));
  });
});
