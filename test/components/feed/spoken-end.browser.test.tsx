import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createAgent, tool, useAgentRun } from 'countersign';
import { AgentChat, EventFeed } from 'countersign/components';
import { disarmApprovals, scriptedModel } from 'countersign/testing';
import type { ReactElement } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { listenToPage } from '../announcements.js';

beforeEach(() => disarmApprovals());
afterEach(cleanup);

const clear = tool({
  inputSchema: z.object({ path: z.string() }),
  requiresApproval: true,
  describe: (input) => ({ title: `Clear ${input.path}` }),
  execute: () => 'cleared',
});

it('C473 says that an action is done before it says that the agent has finished', async () => {
  const call = { toolName: 'clear', toolCallId: 'c', input: { path: 'a.txt' } };
  const agent = createAgent({ name: 'A', model: scriptedModel([{ calls: [call] }, 'Cleared.']), tools: { clear } });
  let start = (_text: string): void => {};
  function App(): ReactElement {
    const run = useAgentRun({ agent });
    start = run.start;
    return (
      <>
        <EventFeed run={run} />
        <AgentChat run={run} />
      </>
    );
  }
  render(<App />);
  start('go');
  const approve = await screen.findByRole('button', { name: 'Approve' });
  const { said, stop } = listenToPage();

  await userEvent.click(approve);

  await expect.poll(() => said.some((words) => words.includes('agent finished'))).toBe(true);
  stop();
  const at = (text: string): number => said.findIndex((words) => words.includes(text));
  expect(at('Clear a.txt: done')).toBeGreaterThanOrEqual(0);
  expect(at('Clear a.txt: done')).toBeLessThan(at('agent finished'));
});
