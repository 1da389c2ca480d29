import { buildResults, type RunOutcome } from 'countersign/core';
import { type StreamResponseOptions, toUIMessageStreamResponse } from 'countersign/server';
import { describe, expect, it } from 'vitest';
import { chunksOf, filesAgent, remove, typesOf } from './chat-server.js';

const deletion = { text: 'One.', calls: [remove('a')] };

/** Returns the outcome of a deferred run of an agent with these turns. */
async function waiting(turns: Parameters<typeof filesAgent>[0], options: StreamResponseOptions = {}) {
  const { agent, ran } = filesAgent([deletion, ...turns]);
  const run = agent.run('go');
  const chunks = await chunksOf(toUIMessageStreamResponse(run, options));
  const outcome: RunOutcome = await run.outcome;
  if (outcome.type !== 'deferred') throw new Error(`It ended as ${outcome.type}.`);
  return { agent, ran, chunks, outcome };
}

describe('C215 one run as a response', () => {
  it('C215 contains the text of a run, with the given message id', async () => {
    const { agent } = filesAgent(['Hello.']);

    const response = toUIMessageStreamResponse(agent.run('go'), { messageId: 'm1', headers: { 'x-run': '1' } });

    const chunks = await chunksOf(response);
    expect(response.headers.get('x-vercel-ai-ui-message-stream')).toBe('v1');
    expect(response.headers.get('x-run')).toBe('1');
    expect(chunks[0]).toMatchObject({ type: 'start', messageId: 'm1' });
    expect(
      chunks
        .filter(({ type }) => type === 'text-delta')
        .map(({ delta }) => delta)
        .join(''),
    ).toBe('Hello.');
    expect(typesOf(chunks).at(-1)).toBe('finish');
  });

  it('C215 ends with the pending calls, and continues with the answers in the same message', async () => {
    const { agent, ran, chunks, outcome } = await waiting(['Done.'], { messageId: 'm1' });
    const deferredToolResults = buildResults(outcome.requests, { approveAll: true });

    const next = agent.run(undefined, { messages: outcome.messages, deferredToolResults });
    const told = await chunksOf(toUIMessageStreamResponse(next, { messageId: 'm1', answered: ['a'] }));

    expect(chunks.find(({ type }) => type === 'tool-approval-request')).toMatchObject({ toolCallId: 'a' });
    expect(told[0]).toMatchObject({ type: 'start', messageId: 'm1' });
    const [output, step] = [typesOf(told).indexOf('tool-output-available'), typesOf(told).indexOf('start-step')];
    expect(output).toBeGreaterThan(0);
    expect(step).toBeGreaterThan(output);
    expect(ran).toEqual(['a.txt']);
  });

  it('C215 can be created several times, each from the start', async () => {
    const { agent } = filesAgent(['Hello.']);
    const run = agent.run('go');

    const [one, two] = [toUIMessageStreamResponse(run), toUIMessageStreamResponse(run)];

    expect(await chunksOf(one)).toEqual(await chunksOf(two));
  });

  it('C216 sends a generic text for an error, or the text of onError', async () => {
    const fails = { fails: 'The key sk-secret is wrong.', status: 401 };
    const [quiet, loud] = [filesAgent([fails]), filesAgent([fails])];

    const masked = await chunksOf(toUIMessageStreamResponse(quiet.agent.run('go')));
    const onError = ({ code }: { readonly code?: string }): string => `It failed (${code}).`;
    const told = await chunksOf(toUIMessageStreamResponse(loud.agent.run('go'), { onError }));

    expect(JSON.stringify(masked)).not.toContain('sk-secret');
    expect(masked.find(({ type }) => type === 'error')).toMatchObject({ errorText: 'An error occurred.' });
    expect(told.find(({ type }) => type === 'error')).toMatchObject({ errorText: 'It failed (model-failed).' });
  });
});
