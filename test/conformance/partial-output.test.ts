import { type Agent, createAgent, isToolPart, outputTool, promptedOutput, type RunEvent } from 'countersign/core';
import { memoryJournal, type ScriptedTurn, scriptedModel } from 'countersign/testing';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { reduceRunEvent } from '../../src/conversation/messages/reduce-run-event.js';
import { initialState } from '../../src/conversation/state/conversation-state.js';
import { converse, eventsOf, ofType, until } from './support.js';

const report = z.object({ title: z.string(), points: z.array(z.string()) });
const value = { title: 'A long title', points: ['first point', 'second point'] };
const called = { calls: [{ toolName: 'report', input: value }] };

/** What a conversation shows of the output of a run whose texts come letter by letter, each state once. */
async function partsOf(agent: Agent<unknown, unknown>): Promise<readonly unknown[]> {
  const events = (await eventsOf(agent.run('go'))).flatMap((event): readonly RunEvent[] =>
    'delta' in event
      ? [...event.delta].map((delta, at) => ({ ...event, delta, offset: (event.offset ?? 0) + at }))
      : [event],
  );
  const seen: unknown[] = [];
  let state = initialState;
  for (const event of events) {
    state = reduceRunEvent(state, event);
    if (seen.length === 0 || seen.at(-1) !== state.partialOutput) seen.push(state.partialOutput);
  }
  return seen;
}

function agentThat(output: 'tool' | 'native' | 'prompted', turns: readonly ScriptedTurn[]) {
  const model = scriptedModel(turns);
  if (output === 'tool') return createAgent({ model, output: [outputTool(report, { name: 'report' }), 'text'] });
  return createAgent({ model, output: output === 'native' ? report : promptedOutput(report) });
}

it.each([
  ['tool', called],
  ['native', { text: JSON.stringify(value) }],
  ['prompted', { text: `\`\`\`json\n${JSON.stringify(value)}\n\`\`\`` }],
] as const)('C289 shows an output while the model writes it (%s), and keeps it', async (mode, turn) => {
  const seen = await partsOf(agentThat(mode, [turn]));

  expect(seen[0]).toBeUndefined();
  expect(seen).toContainEqual({ title: 'A lo' });
  expect(seen).toContainEqual({ title: 'A long title', points: ['first point', 'seco'] });
  expect(seen.at(-1)).toEqual(value);
});

it('C289 starts fresh with each response, and shows nothing of plain text', async () => {
  const seen = await partsOf(
    agentThat('tool', [{ calls: [{ toolName: 'report', input: { title: 'wrong' } }] }, called]),
  );
  const words = await partsOf(agentThat('tool', [{ text: 'Hello, {you}.' }]));

  const wrong = seen.findLastIndex((part) => (part as { title?: string } | undefined)?.title === 'wrong');
  expect(seen[wrong + 1]).toBeUndefined();
  expect(seen.at(-1)).toEqual(value);
  expect(words).toEqual([undefined]);
});

it('C289 is in the events, equal in each activation of a run', async () => {
  const options = { runId: 'run', journal: memoryJournal() };
  const agent = agentThat('tool', [called]);
  const first = await eventsOf(agent.run('go', options));

  const again = await eventsOf(agent.run('go', options));

  expect(ofType(first, 'tool-call')).toMatchObject([{ toolName: 'report', isOutput: true }]);
  expect(ofType(again, 'tool-call')).toEqual(
    ofType(first, 'tool-call').map((event) => ({ ...event, at: expect.any(Number) })),
  );
});

it('C289 marks only the parts of its message', async () => {
  const conversation = converse(agentThat('tool', [{ text: 'So:', ...called }]));
  conversation.start('go');
  const { messages } = await until(conversation, ({ outcome }) => outcome !== null);

  const parts = messages.at(-1)?.parts ?? [];
  expect(parts.filter(isToolPart).map(({ toolMetadata }) => toolMetadata)).toMatchObject([
    { countersign: { isOutput: true, phase: 'returned' } },
  ]);
  expect(parts.find(({ type }) => type === 'text')).toEqual({ type: 'text', text: 'So:', state: 'done' });
});
