// @vitest-environment jsdom
import { act, cleanup, render, waitFor } from '@testing-library/react';
import type { UseAgentRunResult } from 'countersign';
import { scriptedModel } from 'countersign/testing';
import { type ReactElement, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { leavePage, openPage, SlowNetwork } from '../setup/slow-network.js';

let network: SlowNetwork;
beforeEach(() => {
  network = new SlowNetwork();
});
afterEach(async () => {
  cleanup();
  await leavePage(network);
});

/** A page with as many chats of one run as a test says, which has loaded what runs it, and no queue. */
async function pageOf() {
  await openPage(network);
  const { createAgent, tool, useAgentRun } = await import('countersign');
  const { AgentChat } = await import('countersign/components');
  const { loadEagerly } = await import('countersign/eager');
  loadEagerly();
  const removed: string[] = [];
  const remove = tool({
    inputSchema: z.object({ path: z.string() }),
    requiresApproval: true,
    describe: ({ path }) => ({ title: `Remove ${path}` }),
    execute: ({ path }) => void removed.push(path),
  });
  const model = scriptedModel([{ calls: [{ toolName: 'remove', input: { path: 'a' } }] }, 'Done.']);
  const agent = createAgent({ model, tools: { remove } });
  let run: UseAgentRunResult | undefined;
  function App({ chats = 1 }: { readonly chats?: number }): ReactElement {
    run = useAgentRun({ agent });
    const shown = run;
    return (
      <StrictMode>
        {Array.from({ length: chats }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they never change places
          <AgentChat key={index} run={shown} />
        ))}
      </StrictMode>
    );
  }
  const current = (): UseAgentRunResult => {
    if (run === undefined) throw new Error('Nothing was rendered.');
    return run;
  };
  return { App, run: current, removed };
}

const pause = async (ms: number): Promise<void> => await new Promise((resolve) => setTimeout(resolve, ms));

const cards = () => [...document.querySelectorAll('[data-cs=approval-batch]')];
const asked = async (run: () => UseAgentRunResult): Promise<void> => {
  act(() => run().start('Remove a'));
  await waitFor(() => expect(network.asked).toContain('approval-queue'));
  // As long as anything that does not wait for it may take.
  await pause(80);
};
const yes = async (run: () => UseAgentRunResult): Promise<void> => {
  await run().decideAll(true);
  await waitFor(() => expect(run().outcome).toMatchObject({ type: 'completed' }));
};

describe('the queue of a chat that is still being loaded', () => {
  it.each([1, 2])('C298 has a question wait for it, in %i chats of a run', async (chats) => {
    network.hold('approval-queue');
    const { App, run, removed } = await pageOf();
    render(<App chats={chats} />);

    await asked(run);
    expect(run().pending).toEqual([]);
    network.bring('approval-queue');

    await waitFor(() => expect(run().pending).toHaveLength(1));
    await waitFor(() => expect(cards()).toHaveLength(chats));
    expect(document.querySelectorAll('[data-cs=later]')).toHaveLength(0);
    await yes(run);
    expect(removed).toEqual(['a']);
  });

  it('C298 has no question wait once no chat is shown any more', async () => {
    network.hold('approval-queue');
    const { App, run, removed } = await pageOf();
    const { rerender } = render(<App chats={2} />);
    await asked(run);

    rerender(<App chats={1} />);
    await pause(40);
    expect(run().pending).toEqual([]);
    rerender(<App chats={0} />);

    await waitFor(() => expect(run().pending).toHaveLength(1));
    await yes(run);
    expect(removed).toEqual(['a']);
  });

  it('C298 shows a question whose chat went away and came back before it was there', async () => {
    network.hold('approval-queue');
    const { App, run } = await pageOf();
    const { rerender } = render(<App />);
    rerender(<App chats={0} />);
    rerender(<App />);
    await asked(run);
    expect(run().pending).toEqual([]);

    network.bring('approval-queue');

    await waitFor(() => expect(cards()).toHaveLength(1));
    await yes(run);
  });

  it('C298 is loaded again by a question, where it could not be before', async () => {
    network.break('approval-queue');
    const { App, run } = await pageOf();
    render(<App />);
    await waitFor(() => expect(network.asked).toContain('approval-queue'));
    await pause(40);

    network.bring('approval-queue');
    await asked(run);

    await waitFor(() => expect(cards()).toHaveLength(1));
    expect(document.querySelectorAll('[data-cs=later]')).toHaveLength(0);
    await yes(run);
  });

  it('C298 says that there is a question where it could not be loaded at all, and can be tried again', async () => {
    network.break('approval-queue');
    const { App, run } = await pageOf();
    render(<App />);
    await asked(run);
    await waitFor(() => expect(document.querySelector('[data-cs=later][data-state=failed]')).not.toBeNull());
    expect(run().pending).toHaveLength(1);

    network.bring('approval-queue');
    act(() => document.querySelector<HTMLElement>('[data-action=retry]')?.click());

    await waitFor(() => expect(cards()).toHaveLength(1));
    await yes(run);
  });

  it.each(['there', 'still on its way'])(
    'takes a chat of a server over without a word where it is %s',
    async (where) => {
      network.hold('approval-queue');
      const { App, run } = await pageOf();
      const markup = renderToString(<App />);
      const problems = vi.spyOn(console, 'error').mockImplementation(() => {});
      onTestFinished(() => problems.mockRestore());
      if (where === 'there') {
        network.bring('approval-queue');
        const { queuePart } = await import('../../src/components/batch/later-queue.js');
        await queuePart();
      }
      const root = document.createElement('div');
      root.innerHTML = markup;
      document.body.append(root);
      let app = (): void => {};
      act(() => {
        const hydrated = hydrateRoot(root, <App />);
        app = () => hydrated.unmount();
      });

      expect(problems).not.toHaveBeenCalled();
      network.bring('approval-queue');
      await asked(run);
      await waitFor(() => expect(cards()).toHaveLength(1));
      act(app);
      root.remove();
    },
  );
});
