import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { createAgent, outputTool, tool, type UseAgentRunResult, useAgentRun } from 'countersign';
import { AgentChat } from 'countersign/components';
import { type ScriptedTurn, scriptedModel } from 'countersign/testing';
import type { ReactElement } from 'react';
import { afterEach, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';

afterEach(cleanup);

const trip = z.object({ city: z.string(), days: z.number() });
const value = { city: 'Lisbon', days: 3 };

/** Shows a chat whose agent gives a trip, as a text or by a call. */
function showTrip(
  by: 'text' | 'call',
  turn: ScriptedTurn,
  slots: AgentChat.Slots = {},
): () => UseAgentRunResult<unknown> {
  const model = scriptedModel([turn]);
  const booked = tool({ inputSchema: trip, requiresApproval: true, execute: (input) => input });
  const choices = [outputTool(trip, { name: 'plan' }), outputTool(booked, { name: 'book_trip' })];
  const agent = by === 'text' ? createAgent({ model, output: trip }) : createAgent({ model, output: choices });
  let latest: UseAgentRunResult<unknown> | undefined;
  function App(): ReactElement {
    const run = useAgentRun({ agent });
    expectTypeOf(run.partialOutput).toEqualTypeOf<{ city?: string; days?: number } | undefined>();
    latest = run;
    return <AgentChat run={run} slots={slots} />;
  }
  render(<App />);
  latest?.start('Plan a trip');
  return () => {
    if (latest === undefined) throw new Error('The chat was not rendered.');
    return latest;
  };
}

it.each([
  ['text', { text: JSON.stringify(value) }],
  ['call', { text: 'Here it is.', calls: [{ toolName: 'plan', input: value }] }],
] as const)(
  'C290 shows no JSON and no call if a %s provides the output, and an app reads it from the run',
  async (by, turn) => {
    const run = showTrip(by, turn);

    await waitFor(() => expect(run().outcome).toMatchObject({ type: 'completed', output: value }));

    expect(run().partialOutput).toEqual(value);
    const log = screen.getByRole('log');
    expect(log).not.toHaveTextContent('Lisbon');
    expect(log.querySelector('[data-cs="call"]')).toBeNull();
    if (by === 'call') expect(log).toHaveTextContent('Here it is.');
  },
);

it('C290 shows the output in the component of the app', async () => {
  const slots: AgentChat.Slots = { Output: ({ output }) => <b>{trip.safeParse(output).data?.city ?? 'Somewhere'}</b> };
  const run = showTrip('call', { calls: [{ toolName: 'plan', input: value }] }, slots);

  await waitFor(() => expect(run().outcome).not.toBeNull());

  expect(screen.getByText('Lisbon').tagName).toBe('B');
});

it('C290 requests approval of an output that requires it, as of any call', async () => {
  const run = showTrip('call', { calls: [{ toolName: 'book_trip', input: value }] });

  expect(await screen.findByRole('button', { name: /^Approve/ })).toBeVisible();
  await run().decide('call-1', true);

  await waitFor(() => expect(run().outcome).toMatchObject({ type: 'completed', output: value }));
});
