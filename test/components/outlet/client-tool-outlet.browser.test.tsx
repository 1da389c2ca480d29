import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ReactElement, StrictMode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { DecideOutcome } from '../../../src/approval/broker/decision.js';
import { ClientToolOutlet } from '../../../src/components/index.js';
import type { ClientToolProps, ClientTools } from '../../../src/hooks/client-tools.js';
import { useConversation } from '../../../src/hooks/use-conversation.js';
import { toolReturn } from '../../../src/protocol/make-answer.js';
import { ToolFailed } from '../../../src/protocol/signals.js';
import { batch, external, type FakeRun, fakeRun } from '../support.js';

afterEach(cleanup);

function Outlets({ run }: { readonly run: FakeRun }): ReactElement {
  const pending = useConversation(run, (state) => state.pending);
  const items = pending.flatMap((each) => each.items);
  return (
    <StrictMode>
      {items.map((item) => (
        <ClientToolOutlet key={item.call.toolCallId} run={run} item={item} />
      ))}
    </StrictMode>
  );
}

function showOutlet(clientTools: ClientTools, status: 'waiting' | 'running' = 'waiting'): FakeRun {
  const item = { ...external('a', { title: 'Pick a file', input: { accept: '.txt' } }), state: { status } };
  const run = fakeRun({ pending: [batch([item])] }, clientTools);
  render(<Outlets run={run} />);
  return run;
}

const outcomes: DecideOutcome[] = [];

function Picker({ input, submit, fail }: ClientToolProps<{ accept: string }, string>): ReactElement {
  return (
    <>
      <p>Accepts {input.accept}</p>
      <button type="button" onClick={() => void submit('notes.txt').then((outcome) => outcomes.push(outcome))}>
        Give
      </button>
      <button type="button" onClick={() => void fail('No file at hand')}>
        Give up
      </button>
    </>
  );
}

const button = (name: string): HTMLElement => screen.getByRole('button', { name });

describe('ClientToolOutlet', () => {
  it('renders the component of the tool with its input, in a card named by its title', () => {
    showOutlet({ pick_file: { render: Picker } });

    expect(screen.getByRole('group', { name: 'Pick a file' })).toHaveTextContent('Accepts .txt');
  });

  it('submits the result', async () => {
    const run = showOutlet({ pick_file: { render: Picker } });

    await userEvent.click(button('Give'));

    expect(run.decide.mock.calls).toEqual([['a', toolReturn('notes.txt'), { batchId: 'batch-1' }]]);
    expect(outcomes.at(-1)).toEqual({ status: 'accepted' });
  });

  it('gives the same promise to a second press while the first is on its way', async () => {
    const run = showOutlet({ pick_file: { render: Picker } });
    run.decide.mockImplementation(() => new Promise<DecideOutcome>(() => undefined));

    await userEvent.dblClick(button('Give'));

    expect(run.decide).toHaveBeenCalledTimes(1);
    expect(screen.getByRole('group', { name: 'Pick a file' })).toHaveAttribute('aria-busy', 'true');
  });

  it('shows what breaks the schema, and lets the component try again', async () => {
    const run = showOutlet({ pick_file: { render: Picker } });
    run.decide.mockResolvedValueOnce({ status: 'invalid', issues: [{ path: ['name'], message: 'too long' }] });

    await userEvent.click(button('Give'));

    expect(await screen.findByRole('alert')).toHaveTextContent('name: too long');
    expect(outcomes.at(-1)).toMatchObject({ status: 'invalid' });
  });

  it('fails in words for the model', async () => {
    const run = showOutlet({ pick_file: { render: Picker } });

    await userEvent.click(button('Give up'));

    expect(run.decide.mock.calls[0]?.[1]).toBeInstanceOf(ToolFailed);
    expect(run.decide.mock.calls[0]?.[1]).toMatchObject({ message: 'No file at hand' });
  });

  it('says that a function works', () => {
    showOutlet({ pick_file: { execute: () => 'x' } }, 'running');

    expect(screen.getByRole('group', { name: 'Pick a file' })).toHaveTextContent('Working in this page…');
  });

  it('is one line once the result is there', async () => {
    const run = showOutlet({ pick_file: { render: Picker } });

    run.settle('a', toolReturn('notes.txt'));

    expect(await screen.findByText('done')).toBeVisible();
    expect(screen.queryByRole('button')).toBeNull();
  });
});

describe('ClientToolOutlet without a client tool', () => {
  it.each([
    ['pick_file', 'Pick file'],
    ['constructor', 'Constructor'],
  ])('says what is missing for %s, and tells developers its name', (toolName, title) => {
    const run = fakeRun({ pending: [batch([external('a', { toolName })])] });

    render(<Outlets run={run} />);

    const words = screen.getByText(`Nothing on this page answers “${title}” yet, so the agent waits.`);
    expect(words).toBeVisible();
    expect(words).toHaveAttribute('data-tool', toolName);
  });

  it('lets a person end the call', async () => {
    const run = showOutlet({});

    await userEvent.click(button('Mark as failed…'));
    await userEvent.keyboard('no camera{Enter}');

    expect(run.decide.mock.calls[0]?.[1]).toMatchObject({ kind: 'tool-failed', message: 'no camera' });
  });
});

describe('ClientToolOutlet with a component that throws', () => {
  function showBroken(): { readonly run: FakeRun; readonly mend: () => void } {
    vi.spyOn(console, 'error').mockImplementation(() => undefined); // React reports what a boundary catches
    let isBroken = true;
    const Broken = (): ReactElement => {
      if (isBroken) throw new Error('no canvas');
      return <p>It works now</p>;
    };
    const run = showOutlet({ pick_file: { render: Broken } });
    return {
      run,
      mend: () => {
        isBroken = false;
      },
    };
  }

  afterEach(() => vi.restoreAllMocks());

  it('says so and tries again', async () => {
    const { mend } = showBroken();
    expect(screen.getByRole('alert')).toHaveTextContent('The component of this tool failed: no canvas');
    mend();

    await userEvent.click(button('Try again'));

    expect(screen.getByText('It works now')).toBeVisible();
  });

  it('lets a person end the call', async () => {
    const { run } = showBroken();

    await userEvent.click(button('Mark as failed'));

    await waitFor(() => expect(run.decide.mock.calls[0]?.[1]).toBeInstanceOf(ToolFailed));
    expect(run.decide.mock.calls[0]?.[1]).toMatchObject({ message: 'The component of this tool failed: no canvas' });
  });
});
