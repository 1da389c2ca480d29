import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { createAgent, tool, useAgentRun } from 'countersign';
import { indexedDbStorage } from 'countersign/persistence';
import { scriptedModel } from 'countersign/testing';
import { type ReactElement, StrictMode } from 'react';
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
