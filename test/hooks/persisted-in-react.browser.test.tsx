import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { createAgent, tool, useAgentRun } from 'countersign';
import { AgentChat } from 'countersign/components';
import { indexedDbStorage } from 'countersign/persistence';
import { scriptedModel } from 'countersign/testing';
import { type ReactElement, StrictMode, useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { z } from 'zod';

afterEach(cleanup);

it('C190 gives a conversation to the mounted component, not to one that React discarded', async () => {
  const name = `strict-${Date.now()}`;
  const ran: string[] = [];
  const ask = tool({ inputSchema: z.object({}), requiresApproval: true, execute: () => void ran.push('ask') });
  const turns = [{ calls: [{ toolName: 'ask', toolCallId: 'a' }] }, 'Done.'];
  function Page({ says }: { readonly says: number }): ReactElement {
    const storage = indexedDbStorage({ name });
    const agent = createAgent({ model: scriptedModel(turns.slice(says)), tools: { ask } });
    const run = useAgentRun({ agent, storage, runKey: 'talk' });
    return (
      <>
        <output>{`${run.place} ${run.pending.length}`}</output>
        <button type="button" onClick={() => run.start('Go')}>
          Go
        </button>
        <button type="button" onClick={() => void run.decide('a', true)}>
          Yes
        </button>
        <p>
          {run.messages
            .flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])))
            .join()}
        </p>
      </>
    );
  }
  const shows = (text: string): Promise<void> =>
    waitFor(() => expect(screen.getByRole('status').textContent).toBe(text));

  const first = render(<Page says={0} />, { wrapper: StrictMode });
  await shows('here 0');
  act(() => screen.getByText('Go').click());
  await shows('here 1');
  first.unmount();
  render(<Page says={1} />, { wrapper: StrictMode });
  await shows('here 1');
  act(() => screen.getByText('Yes').click());

  await waitFor(() => expect(screen.getByText('Go,Done.')).toBeDefined());
  expect(ran).toEqual(['ask']);
});

it('C474 names the result of an action by its title after a reload', async () => {
  const name = `titles-${Date.now()}`;
  const clear = tool({
    inputSchema: z.object({ path: z.string() }),
    requiresApproval: true,
    describe: ({ path }) => ({ title: `Clear ${path}` }),
    execute: () => 'cleared',
  });
  const turns = [{ calls: [{ toolName: 'clear', toolCallId: 'a', input: { path: 'a.txt' } }] }, 'Done.'];
  function Page({ says }: { readonly says: number }): ReactElement {
    const [storage] = useState(() => indexedDbStorage({ name }));
    const [agent] = useState(() => createAgent({ model: scriptedModel(turns.slice(says)), tools: { clear } }));
    const run = useAgentRun({ agent, storage, runKey: 'talk' });
    return (
      <>
        <AgentChat run={run} />
        <button type="button" onClick={() => run.start('Go')}>
          Go
        </button>
        <button type="button" onClick={() => void run.decide('a', true)}>
          Yes
        </button>
      </>
    );
  }
  const first = render(<Page says={0} />);
  act(() => screen.getByText('Go').click());
  await screen.findByRole('group', { name: 'Clear a.txt' });
  act(() => screen.getByText('Yes').click());
  const lastAnswer = (): HTMLElement | undefined => screen.getAllByRole('article').at(-1);
  await waitFor(() => expect(lastAnswer()).toHaveTextContent('Done.'));
  const before = lastAnswer()?.textContent;
  first.unmount();

  render(<Page says={2} />);

  await waitFor(() => expect(lastAnswer()).toHaveTextContent('Done.'));
  expect(lastAnswer()).toHaveTextContent('Clear a.txt');
  expect(lastAnswer()?.textContent).toBe(before);
});
