import { createRemoteAgent, httpTransport } from 'countersign/core';
import { describe, expect, it } from 'vitest';
import { firstTalk, promptOf, recordedAnswers, recordedChats } from '../support/recorded-ui.js';
import { hasRecordings, readRecordings } from '../support/recordings.js';
import { callsOf, finished } from '../support/remote-agent.js';
import { startWireServer, type WireRequest } from '../support/wire-server.js';

// What real servers said to a stock client, for those who have the recordings: this client has to send what that one
// sent.

const played = recordedChats([
  'ai-sdk',
  'ai-sdk-signed',
  'ai-sdk-stored',
  'pydantic-ai-vercel',
  'pydantic-ai-vercel-stored',
  'use-chat-golden',
]);

/** What a server reads of a call. */
function essence(request: Pick<WireRequest, 'body'> | undefined): object {
  return Object.fromEntries(
    Object.entries(callsOf(request)).map(([id, { state, input, output, errorText, approval }]) => {
      const { reason, ...rest } = { reason: '', ...(approval as object | undefined) };
      return [
        id,
        { state, input, output, errorText, approval: approval && { ...rest, ...(reason === '' ? {} : { reason }) } },
      ];
    }),
  );
}

describe.runIf(hasRecordings)('a recorded server', () => {
  it.each(played)('$name is answered as the stock client answered it', async ({ exchanges }) => {
    const server = await startWireServer(
      exchanges.map(({ status, headers, body }) => ({ status, headers, chunks: [body], ends: 'end' as const })),
    );
    const agent = createRemoteAgent({ transport: httpTransport({ api: server.url }), server: 'ai-sdk' });
    let round = 0;

    const { outcome, ends } = await finished(
      agent.run(promptOf(exchanges), {
        deferredToolHandler: (requests) => recordedAnswers(requests, exchanges[++round]),
      }),
    );

    const own = firstTalk(exchanges);
    expect(server.requests).toHaveLength(own.length);
    for (const [index, request] of server.requests.entries()) {
      expect(essence(request)).toEqual(essence(exchanges[index]?.request));
    }
    const last = own.at(-1)?.body ?? '';
    expect(outcome.type).toBe(last.includes('"type":"error"') ? 'failed' : 'completed');
    expect(Object.values(ends)).not.toContain('unknown');
  });

  it('C205 a Workflow run is requested under its own name, and continues after the last received chunk', async () => {
    const recorded = readRecordings<WireRequest['body']>(['workflow-agent'], (_, name) => name === 'cut');
    const exchanges = recorded[0]?.exchanges ?? [];
    const server = await startWireServer(
      exchanges.map(({ status, headers, body }) => ({ status, headers, chunks: [body], ends: 'end' as const })),
    );
    const agent = createRemoteAgent({
      server: { history: 'client', reconnect: 'continue' },
      transport: httpTransport({
        api: server.url,
        prepareRequest: ({ messages }) => ({ messages }),
        reconnectUrl: ({ startIndex, headers }) =>
          `${server.url}/${headers?.get('x-workflow-run-id')}/stream?startIndex=${startIndex}`,
      }),
    });

    const { outcome } = await finished(agent.run('text'));

    expect(server.requests.map(({ method, url }) => [method, url])).toEqual([
      ['POST', '/chat'],
      ['GET', exchanges[1]?.request.path],
    ]);
    expect(outcome).toMatchObject({ type: 'completed', output: 'Hello from the server.' });
  });
});
