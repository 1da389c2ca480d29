import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  type ClientTool,
  type ClientToolDoneProps,
  type ClientToolProps,
  type ClientToolStreamingProps,
  createAgent,
  tool,
  type UseAgentRunResult,
  useAgentRun,
  useClientTool,
} from 'countersign';
import { AgentChat } from 'countersign/components';
import { createVirtualClock, scriptedModel } from 'countersign/testing';
import type { ReactElement } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const show = tool({ inputSchema: z.object({ place: z.string() }), outputSchema: z.object({ shown: z.string() }) });

const agentOf = (...turns: Parameters<typeof scriptedModel>[0]) =>
  createAgent({ model: scriptedModel(turns), tools: { show } });
const call = { calls: [{ toolName: 'show', input: { place: 'Rome' } }] };

let run: UseAgentRunResult;

/** The events of the run, as they were told. */
let told: string[] = [];

function App({ agent, map }: { readonly agent: ReturnType<typeof agentOf>; readonly map?: ClientTool }): ReactElement {
  // Told at once, before a frame shows it.
  run = useAgentRun({ agent, onEvent: ({ type }) => void told.push(type) });
  return (
    <>
      <AgentChat run={run} />
      {map === undefined ? null : <MapView run={run} map={map} />}
    </>
  );
}

function MapView({ run: around, map }: { readonly run: UseAgentRunResult; readonly map: ClientTool }): null {
  useClientTool(around, 'show', map);
  return null;
}

describe('useClientTool', () => {
  it('C157 runs a function for an earlier call once, and newer functions for later calls', async () => {
    const agent = agentOf(call, call, 'Done.');
    const execute = vi.fn(({ place }: { place: string }) => ({ shown: place }));
    const { rerender } = render(<App agent={agent} />);
    act(() => run.start('go'));
    await waitFor(() => expect(run.status).toBe('waiting'));
    expect(await screen.findByText('Nothing on this page answers “Show” yet, so the agent waits.')).toBeVisible();

    rerender(<App agent={agent} map={{ execute }} />);
    rerender(<App agent={agent} map={{ execute: (input: { place: string }) => execute(input) }} />);

    await waitFor(() => expect(run.status).toBe('idle'));
    expect(execute).toHaveBeenCalledTimes(2);
    expect(run.outcome).toMatchObject({ type: 'completed', output: 'Done.' });
  });

  it('C157 replaces the card of an unanswered call with a component, and removes it on unmount', async () => {
    const agent = agentOf(call, 'Done.');
    const Picker = ({ input, submit }: ClientToolProps<{ place: string }, { shown: string }>): ReactElement => (
      <button type="button" onClick={() => void submit({ shown: input.place })}>
        Show {input.place}
      </button>
    );
    const { rerender } = render(<App agent={agent} map={{ render: Picker }} />);
    rerender(<App agent={agent} />);
    expect(run.clientTools).toEqual({});
    act(() => run.start('go'));
    await waitFor(() => expect(run.status).toBe('waiting'));
    expect(screen.queryByRole('button', { name: 'Show Rome' })).toBeNull();

    rerender(<App agent={agent} map={{ render: Picker }} />);
    await userEvent.click(await screen.findByRole('button', { name: 'Show Rome' }));

    await waitFor(() => expect(run.outcome).toMatchObject({ type: 'completed' }));
  });
});

describe('a client tool with views', () => {
  const Written = ({ input }: ClientToolStreamingProps): ReactElement => <p>written: {JSON.stringify(input)}</p>;
  const Shown = ({ input, output }: ClientToolDoneProps<{ place: string }, { shown: string }>): ReactElement => (
    <p>
      {input.place} is {output.shown}
    </p>
  );

  it('C158 shows an input while it is written, and stays as the record of its call', async () => {
    told = [];
    const clock = createVirtualClock();
    const model = scriptedModel([{ ...call, pace: 100 }, 'Done.'], clock.environment);
    const agent = createAgent({ model, tools: { show } });
    const map: ClientTool = {
      execute: ({ place }: { place: string }) => ({ shown: `${place}!` }),
      streaming: Written,
      done: Shown,
    };
    render(<App agent={agent} map={map} />);
    act(() => run.start('go'));

    // Twelve characters a piece. The clock stands still while a piece is on its way to the screen, however long that
    // takes.
    const isWritten = (): boolean => told.includes('tool-input-delta');
    await waitFor(async () => {
      if (!isWritten()) await clock.advance(100);
      expect(screen.getByText('written: {"place":"Ro"}')).toBeVisible();
    });
    await clock.advance(10_000);

    expect(await screen.findByText('Rome is Rome!')).toBeVisible();
    expect(screen.queryByText(/^written: /)).toBeNull();
    await waitFor(() => expect(run.status).toBe('idle'));
    expect(screen.getByText('Rome is Rome!')).toBeVisible();
  });

  it('C158 shows the line of a call whose view throws', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const Broken = (): never => {
      throw new Error('No map.');
    };
    render(<App agent={agentOf(call, 'Done.')} map={{ execute: () => ({ shown: 'x' }), done: Broken }} />);
    act(() => run.start('go'));

    expect(await screen.findByText(/No map\./)).toBeVisible();
    expect(screen.getByText('Show: Rome')).toBeVisible();
    await waitFor(() => expect(run.outcome).toMatchObject({ type: 'completed' }));
  });
});
