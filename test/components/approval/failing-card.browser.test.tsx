import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { createAgent } from '../../../src/agent/create-agent.js';
import type { Agent } from '../../../src/agent/run/agent.js';
import {
  AgentChat,
  ApprovalCard,
  ApprovalQueue,
  Batch,
  ClientToolOutlet,
  StringsProvider,
} from '../../../src/components/index.js';
import { useAgentRun } from '../../../src/hooks/use-agent-run.js';
import { toolDenied } from '../../../src/protocol/make-answer.js';
import { ToolFailed } from '../../../src/protocol/signals.js';
import { disarmApprovals, scriptedModel } from '../../../src/testing/index.js';
import { tool } from '../../../src/tools/tool.js';
import { approval, batch, external, fakeRun, settleOnDecide } from '../support.js';

let armAgain = (): void => undefined;
beforeEach(() => {
  armAgain = disarmApprovals();
  vi.spyOn(console, 'error').mockImplementation(() => undefined); // React reports what a boundary catches
});
afterEach(() => {
  cleanup();
  armAgain();
  vi.restoreAllMocks();
});

const failed = 'The card of this action failed. This is a plain one in its place.';
const card = (name: string): ReturnType<typeof within> => within(screen.getByRole('group', { name }));

/** An app's own card that cannot show one of the calls. */
function Fragile({ item }: ApprovalQueue.CardProps): ReactElement {
  if (item.call.toolCallId === 'b') throw new Error('no canvas');
  return <p>Own card of {item.call.title}</p>;
}

describe('A card of the app that throws', () => {
  it('C135 is replaced by the kit’s card, with all answers; other calls keep the app’s cards', async () => {
    const waiting = batch([approval('a'), approval('b')]);
    const run = fakeRun({ pending: [waiting], status: 'waiting' });
    settleOnDecide(run);
    render(<ApprovalQueue run={run} card={Fragile} />);

    expect(screen.getByText('Own card of Write a')).toBeVisible();
    expect(screen.getByText(failed)).toBeVisible();
    await userEvent.click(card('Write b').getByRole('button', { name: 'Approve' }));

    expect(run.decide.mock.calls).toEqual([['b', true, { batchId: 'batch-1' }]]);
  });

  it('C135 is also replaced if a function of the app renders it', () => {
    const waiting = batch([approval('a'), external('b')]);
    const run = fakeRun({ pending: [waiting] }, { pick_file: { render: () => <p>Pick one</p> } });
    const fail = (): never => {
      throw new Error('no canvas');
    };

    render(
      <Batch.Root run={run} batch={waiting}>
        <Batch.Items>{fail}</Batch.Items>
      </Batch.Root>,
    );

    expect(screen.getAllByText(failed)).toHaveLength(2);
    expect(card('Write a').getByRole('button', { name: 'Deny…' })).toBeVisible();
    expect(card('Write b').getByText('Pick one')).toBeVisible();
  });

  it('C135 does not affect the page and the run', async () => {
    const done: string[] = [];
    const remove = tool({
      inputSchema: z.object({ path: z.string() }),
      requiresApproval: true,
      execute: ({ path }) => done.push(path),
    });
    const model = scriptedModel([{ calls: [{ toolName: 'remove', input: { path: 'a' } }] }, 'All gone.']);
    const slots: AgentChat.Slots = {
      Card: () => {
        throw new Error('no canvas');
      },
      CallLine: () => {
        throw new Error('no canvas either');
      },
    };
    render(<Page agent={createAgent({ model, tools: { remove } })} slots={slots} />);
    await userEvent.type(screen.getByRole('textbox'), 'Tidy up{Enter}');

    await userEvent.click(await screen.findByRole('button', { name: 'Approve' }));

    await waitFor(() => expect(within(screen.getByRole('log')).getByText('All gone.')).toBeVisible());
    expect(done).toEqual(['a']);
  });
});

function Page({ agent, slots }: { readonly agent: Agent; readonly slots: AgentChat.Slots }): ReactElement {
  const run = useAgentRun({ agent });
  return <AgentChat run={run} slots={slots} />;
}

describe('The kit’s card where a part of it throws', () => {
  /** Words of the app that throw. */
  const words = {
    approval: {
      requestedBy: (): never => {
        throw new Error('no words');
      },
    },
  };
  const nested = batch(
    [approval('a', { input: { path: 'a', password: 'hunter2hunter2' }, effectiveInput: { path: '/a' } })],
    {
      agentPath: ['outer', 'inner'],
    },
  );

  function show(): ReturnType<typeof fakeRun> {
    const run = fakeRun({ pending: [nested], status: 'waiting' });
    const [item = approval('a')] = nested.items;
    render(
      <StringsProvider strings={words}>
        <ApprovalCard run={run} item={item} batch={nested} />
      </StringsProvider>,
    );
    return run;
  }

  it('C135 is a plain card with title, tool and input, secrets hidden', () => {
    show();

    const shown = screen.getByRole('group', { name: 'Write a' });
    expect(within(shown).getByText(failed)).toBeVisible();
    expect(within(shown).getByText('write_file')).toBeVisible();
    expect(shown).toHaveTextContent('"path": "/a"');
    expect(shown).toHaveTextContent('"password": "[redacted]"');
    expect(shown).not.toHaveTextContent('hunter2');
  });

  it('C135 can be approved', async () => {
    const run = show();

    await userEvent.click(screen.getByRole('button', { name: 'Approve' }));

    expect(run.decide.mock.calls).toEqual([['a', true, { batchId: 'batch-1' }]]);
  });

  it('C135 arms like any other', () => {
    armAgain();
    show();

    expect(screen.getByRole('button', { name: 'Approve' })).toHaveAttribute('aria-disabled', 'true');
  });

  it('C135 can be denied, with a reason', async () => {
    const run = show();

    await userEvent.click(screen.getByRole('button', { name: 'Deny…' }));
    await userEvent.type(screen.getByRole('textbox'), 'Not now{Enter}');

    expect(run.decide.mock.calls).toEqual([['a', toolDenied('Not now'), { batchId: 'batch-1' }]]);
  });
});

describe('An item of an unknown kind', () => {
  it('C135 shows the name of its tool if it has no title', () => {
    const item = approval('a', { title: undefined as unknown as string });

    render(<ApprovalCard run={fakeRun()} item={item} batch={batch([item])} />);

    expect(screen.getByRole('group', { name: 'Write file' })).toBeVisible();
  });

  it('C135 can be ended if a client tool answers it', async () => {
    const item = external('a', { title: undefined as unknown as string });
    const run = fakeRun();

    render(<ClientToolOutlet run={run} item={item} />);
    await userEvent.click(card('Pick file').getByRole('button', { name: 'Mark as failed' }));

    expect(run.decide.mock.calls[0]?.[1]).toBeInstanceOf(ToolFailed);
  });
});
