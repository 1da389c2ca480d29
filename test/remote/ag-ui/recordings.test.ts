import { agUiTransport, createRemoteAgent } from 'countersign/core';
import { describe, expect, it } from 'vitest';
import { type SentRun, sentRuns } from '../../support/ag-ui.js';
import { promptOf, recordedAnswers, recordedRuns, untilSecondPrompt, wireOf } from '../../support/recorded-ag-ui.js';
import { hasRecordings } from '../../support/recordings.js';
import { collectRun } from '../../support/remote-agent.js';
import { startWireServer } from '../../support/wire-server.js';

// Real servers recorded with a stock client. This client has to send the same requests. The tests need the
// recordings.

const played = recordedRuns([
  'pydantic-ai-ag-ui',
  'pydantic-ai-ag-ui-stored',
  'langgraph-ag-ui',
  'agent-framework-ag-ui',
]);

/** The parts of a request that a server reads. The ids of results are chosen by the client. */
function essence({ messages, resume = [], forwardedProps, tools }: SentRun): object {
  const answers = [...resume].sort((a, b) => String(a.interruptId).localeCompare(String(b.interruptId)));
  return {
    said: messages.filter(({ role }) => role !== 'user' && role !== 'tool').map(toEssence),
    results: messages.filter(({ role }) => role === 'tool').map(toEssence),
    answers,
    forwardedProps,
    tools: tools.map(({ name }) => name),
  };
}

/** Omits messages that a server only creates to request approval. The stock client sends them back. */
function toEssence({ id, ...message }: SentRun['messages'][number]): object {
  // One client sends a text, the other an empty one.
  if (message.role === 'tool') return message.error === undefined ? message : { ...message, content: '' };
  const { toolCalls, content = '' } = message;
  if (!Array.isArray(toolCalls)) return { ...message, id, content };
  const own = (toolCalls as object as readonly WireCall[]).filter(
    ({ function: { name } }) => name !== 'confirm_changes',
  );
  const inputs = own.map((call) => [call.id, call.function.arguments] as const);
  // The stock client sends streamed inputs twice, once empty.
  const whole = Object.fromEntries(
    inputs.filter(([callId]) => inputs.filter(([other]) => other === callId).length === 1),
  );
  return { ...message, id, content, toolCalls: whole };
}

interface WireCall {
  readonly id: string;
  readonly function: { readonly name: string; readonly arguments: string };
}

describe.runIf(hasRecordings)('a recorded AG-UI server', () => {
  it.each(played)('$name is answered as the stock client answered it', async ({ exchanges }) => {
    const server = await startWireServer(
      exchanges.map(({ status, headers, body }) => ({ status, headers, chunks: [body], ends: 'end' as const })),
    );
    const wire = wireOf(exchanges);
    const agent = createRemoteAgent({ transport: agUiTransport({ url: server.url, ...wire }), server: 'pydantic-ai' });
    let round = 0;

    const { outcome, ends } = await collectRun(
      agent.run(promptOf(exchanges), {
        deferredToolHandler: (requests) => recordedAnswers(requests, [exchanges[round], exchanges[++round]]),
      }),
    );

    const own = untilSecondPrompt(exchanges);
    expect(sentRuns(server).map(essence)).toEqual(own.map(({ request }) => essence(request.body)));
    const isFailed = (own.at(-1)?.body ?? '').includes('RUN_ERROR');
    expect(outcome.type).toBe(isFailed ? 'failed' : 'completed');
    if (!isFailed) expect(Object.values(ends)).not.toContain('unknown');
  });
});
