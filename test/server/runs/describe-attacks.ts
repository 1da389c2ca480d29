import { createAgent, tool } from 'countersign/core';
import { runLinks } from 'countersign/server';
import { scriptedModel } from 'countersign/testing';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { OpenStore } from './describe-run-server.js';
import { filesAgent, startRunServer } from './run-server.js';

const deletion = { calls: [{ toolName: 'delete_file', input: { path: '.env' } }] };
const many = 1000;
const sql = `'; drop schema countersign cascade; -- "\\" $1 %s \u0000 \ud800`;

/** A tool that records its inputs. */
function noteAgent() {
  const noted: unknown[] = [];
  const note = { toolName: 'note', input: { text: sql } };
  const agent = createAgent({
    model: scriptedModel([{ text: sql, calls: [note] }, sql]),
    tools: {
      note: tool({
        description: sql,
        inputSchema: z.object({ text: z.string() }),
        requiresApproval: true,
        describe: ({ text }) => ({ title: text }),
        execute: (input) => {
          noted.push(input);
          return sql;
        },
      }),
    },
  });
  return { agent, noted };
}

/** Tests that a run server resists hostile clients, for any store. */
export function describeAttacks(name: string, openStore: OpenStore): void {
  describe(`${name}, under attack`, { timeout: 120_000 }, () => {
    it('C265 treats SQL in any string as plain text', async () => {
      const { agent, noted } = noteAgent();
      const links = runLinks({ secret: 'a secret of the tests, which is long enough' });
      const server = await startRunServer(agent, { links, store: await openStore({ files: agent }) });
      const ada = server.as('ada');
      const [runId, other] = [`r1'; drop table runs; --`, `r2'; drop table runs; --`];
      const path = `/runs/${encodeURIComponent(`~${runId}`)}`;
      const state = async (at: string): Promise<unknown> => (await ada.ask(at)).body.run?.state.type;
      const begin = { agent: 'files', input: sql, conversationId: sql.replace('\0', ''), metadata: { [sql]: sql } };

      expect((await ada.post('/runs', { ...begin, key: runId })).status).toBe(201);
      await expect.poll(() => state(path), { timeout: 15_000 }).toBe('waiting');
      const [batch] = await ada.waiting();
      const token = await links.sign(batch?.batchId ?? '');
      const strange = await Promise.all(
        [sql.slice(0, -3), `${batch?.batchId}'--`, `r1\0`].flatMap((id) =>
          ['batches', 'links', 'runs'].map((room) => ada.ask(`/${room}/${encodeURIComponent(id)}`)),
        ),
      );
      const lists = await Promise.all(
        ['state=waiting', 'before=1;drop', 'limit=1;drop', `state=${encodeURIComponent("ended' or '1'='1")}`].map(
          (query) => ada.ask(`/runs?${query}`),
        ),
      );
      if (batch === undefined) throw new Error('Nothing waits.');
      const edited = await ada.answer(batch, { kind: 'tool-approved', overrideArgs: { text: `${sql}!` } });
      await expect.poll(() => state(path), { timeout: 15_000 }).toBe('ended');
      await ada.post('/runs', { ...begin, key: other });
      const refused = await ada.post('/runs', { ...begin, conversationId: sql });
      const stop = await ada.post(`/runs/${encodeURIComponent(`~${other}`)}/stop`, { reason: sql });

      const unknown = [404, 403, 404];
      expect(strange.map(({ status }) => status)).toEqual([...unknown, ...unknown, 400, 400, 400]);
      expect(lists.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect([edited.status, refused.status, stop.status]).toEqual([200, 400, 200]);
      expect(noted).toEqual([{ text: `${sql}!` }]);
      expect((await ada.ask('/runs')).body.runs).toHaveLength(2);
      expect((await ada.ask(`/links/${token}`)).status).toBe(200);
      const told = await ada.events(encodeURIComponent(`~${runId}`));
      expect(told.find(({ data }) => data.type === 'tool-call')?.data.input).toEqual({ text: sql });
    });

    it('C265 refuses a body of twenty megabytes, with or without a content-length', async () => {
      const { agent } = filesAgent([deletion]);
      const server = await startRunServer(agent, { store: await openStore({ files: agent }) });
      const chunk = new TextEncoder().encode('x'.repeat(200_000));
      let sent = 0;
      const streamed = new ReadableStream<Uint8Array>({
        pull: (controller) => {
          sent += 1;
          if (sent > 100) controller.close();
          else controller.enqueue(chunk);
        },
      });
      const headers = { authorization: 'Bearer ada', 'content-type': 'application/json' };

      const whole = await fetch(`${server.url}/runs`, { method: 'POST', headers, body: 'x'.repeat(20_000_000) });
      const parts = await fetch(`${server.url}/runs`, {
        method: 'POST',
        headers,
        body: streamed,
        duplex: 'half',
      } as RequestInit);

      expect([whole.status, parts.status]).toEqual([413, 413]);
      expect((await server.as('ada').ask('/runs')).body.runs).toEqual([]);
    });

    it('C261 sends events to a thousand listeners at once, and responds to other requests meanwhile', async () => {
      const { agent } = filesAgent([deletion, 'Done.']);
      // All listeners connect at once, besides the other requests.
      const server = await startRunServer(agent, { store: await openStore({ files: agent }), maxRequests: 2 * many });
      const ada = server.as('ada');
      await ada.start('Clear it', 'r1');
      await expect.poll(() => ada.state('r1'), { timeout: 15_000 }).toBe('waiting');

      const all = Array.from({ length: many }, () => ada.events('r1'));
      const [batch] = await ada.waiting();
      if (batch === undefined) throw new Error('Nothing waits.');
      await ada.answer(batch, true);
      const told = await Promise.all(all);

      const [first] = told;
      const eventIds = (list: typeof first) => list?.flatMap(({ id }) => (id === undefined ? [] : [Number(id)]));
      expect(eventIds(first)?.length).toBeGreaterThan(10);
      for (const one of told) expect(eventIds(one)).toEqual(eventIds(first));
    });
  });
}
