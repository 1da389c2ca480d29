import { act, cleanup, render, screen } from '@testing-library/react';
import { createAgent, tool, type UseAgentRunResult, useAgentRun } from 'countersign';
import { memoryStorage } from 'countersign/persistence';
import { scriptedModel } from 'countersign/testing';
import { Activity, type ReactElement, StrictMode } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';

afterEach(cleanup);

function makePage() {
  const ran: string[] = [];
  const ask = tool({ inputSchema: z.object({}), requiresApproval: true, execute: () => void ran.push('ask') });
  const model = scriptedModel([{ calls: [{ toolName: 'ask', toolCallId: 'a' }] }, 'Done.', 'Again.']);
  const agent = createAgent({ model, tools: { ask } });
  const storage = memoryStorage();
  const shown: { run?: UseAgentRunResult } = {};
  function Page({ runKey }: { readonly runKey?: string }): ReactElement {
    const run = useAgentRun({ agent, ...(runKey === undefined ? {} : { storage, runKey }) });
    shown.run = run;
    return <output>{`${run.status} ${run.pending.length} ${run.messages.length} ${run.place}`}</output>;
  }
  return { Page, ran, shown };
}

/** Longer than a task: disposals are delayed by one. */
const nextTask = (): Promise<void> => act(() => new Promise<void>((resolve) => setTimeout(resolve, 0)));

// The types are those of React 19; React 18 has no <Activity>.
const hasActivity = typeof Activity !== 'undefined';
// biome-ignore lint/suspicious/noConsole: a test that is left out says why
if (!hasActivity) console.info('C358 is not tested here: this version of React has no <Activity>.');

describe.skipIf(!hasActivity).each([undefined, 'talk'])('in a hidden <Activity>, with the key %s', (runKey) => {
  it('C358 keeps the run and the pending batch while it is hidden, and ends when it is unmounted', async () => {
    const { Page, ran, shown } = makePage();
    const page = (mode: 'visible' | 'hidden'): ReactElement => (
      <StrictMode>
        <Activity mode={mode}>
          <Page {...(runKey === undefined ? {} : { runKey })} />
        </Activity>
      </StrictMode>
    );
    const view = render(page('visible'));
    await screen.findByText('idle 0 0 here');
    act(() => shown.run?.start('Go'));
    await screen.findByText('waiting 1 2 here');

    view.rerender(page('hidden'));
    await nextTask();
    await nextTask();
    view.rerender(page('visible'));
    await nextTask();

    await screen.findByText('waiting 1 2 here');
    act(() => void shown.run?.decide('a', true));
    await screen.findByText('idle 0 2 here');
    expect(ran).toEqual(['ask']);
    act(() => shown.run?.start('More'));
    await screen.findByText('idle 0 4 here');

    view.rerender(page('hidden'));
    view.unmount();
    await nextTask();
    await nextTask();
    expect(() => shown.run?.start('Late')).toThrow('closed');
  });
});

it('C359 another runKey in a mounted component is another conversation, and the first one is persisted', async () => {
  const { Page, shown } = makePage();
  const view = render(<Page runKey="one" />);
  await screen.findByText('idle 0 0 here');
  act(() => shown.run?.start('Go'));
  await screen.findByText('waiting 1 2 here');

  view.rerender(<Page runKey="two" />);
  await screen.findByText('idle 0 0 here');
  view.rerender(<Page runKey="one" />);
  await screen.findByText('waiting 1 2 here');
});
