import { createAgent } from 'countersign/core';
import { postgresRunStore } from 'countersign/postgres';
import { createRunServer } from 'countersign/server';
import { scriptedModel } from 'countersign/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RunClient } from '../../src/remote/run-protocol/run-client.js';
import { serveFetch } from '../server/runs/run-server.js';
import { startPostgres, type TestPostgres } from '../support/postgres.js';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.js';

const postgres: TestPostgres | string =
  process.env.COUNTERSIGN_ALL === '1' ? await startPostgres() : 'they are part of npm run test:all';
if (typeof postgres === 'string') process.stdout.write(`  starts on a slow Postgres are skipped: ${postgres}\n`);

/** The time that a packet needs to the database, in milliseconds: half a round trip. */
const delayMs = 60;

describe.skipIf(typeof postgres === 'string')('a database that is far away', () => {
  let proxy: TcpProxy;
  let store: Awaited<ReturnType<typeof postgresRunStore>>;

  beforeAll(async () => {
    const { url } = postgres as TestPostgres;
    await (await postgresRunStore({ databaseUrl: url })).close(); // migrates the tables
    proxy = await startTcpProxy(url, delayMs);
    store = await postgresRunStore({ databaseUrl: proxy.url });
  }, 60_000);

  afterAll(async () => {
    await store?.close();
    await proxy?.close();
    await (postgres as TestPostgres).stop();
  });

  it('C531 starts 300 runs at once without an error of the server, each once', { timeout: 240_000 }, async () => {
    const files = createAgent({ name: 'files', model: scriptedModel([]) });
    const problems: unknown[] = [];
    const server = createRunServer({
      ...{ agents: { files }, store, authorize: () => true, onProblem: (error) => problems.push(error) },
      identify: (request) => ({ id: request.headers.get('authorization') ?? '' }),
    });
    const { origin, close } = await serveFetch(server);
    const responses: { readonly status: number; readonly retryAfter: string | null }[] = [];
    const recordingFetch: typeof fetch = async (...request) => {
      const response = await fetch(...request);
      responses.push({ status: response.status, retryAfter: response.headers.get('retry-after') });
      return response;
    };
    const { signal } = new AbortController();

    const starts = Array.from({ length: 300 }, async (_, index) => {
      const headers = { authorization: `person-${index % 30}` };
      const client = new RunClient({ url: origin, headers, fetch: recordingFetch });
      const key = `start-${index}`;
      await client.start({ agent: 'files', key, conversationId: key, input: 'go', messages: [] }, signal);
    });
    await Promise.all(starts);
    const listed = await store.list({ limit: 1000 });
    close();

    expect(responses.filter(({ status }) => status !== 201 && status !== 503)).toEqual([]);
    expect(responses.filter(({ status, retryAfter }) => status === 503 && retryAfter === null)).toEqual([]);
    expect(responses.filter(({ status }) => status === 201).length).toBe(300);
    expect(new Set(listed.map(({ key }) => key)).size).toBe(300);
    expect(listed.length).toBe(300);
  });
});
