import { ask, connectInbox, createAgent, createPolicy, tool } from 'countersign';
import { ApprovalInbox } from 'countersign/components';
import { createRunServer, memoryRunStore, type Person } from 'countersign/server';
import { type ScriptedTurn, scriptedModel } from 'countersign/testing';
import { type ComponentProps, type ReactElement, useState } from 'react';
import { z } from 'zod';

const people: Readonly<Record<string, Person>> = {
  ada: { id: 'ada', name: 'Ada', roles: ['ops'] },
  bob: { id: 'bob', name: 'Bob', roles: ['ops'] },
  eve: { id: 'eve', name: 'Eve' },
};

/** The run server of a story. */
export interface InboxServer {
  /** Returns the `fetch` of a user's page. */
  readonly as: (name: string) => typeof fetch;
  /** Starts a run, and resolves when it is waiting. */
  readonly start: (name: string, input: string) => Promise<void>;
  /** Answers a user's first pending call, and resolves when its run is waiting again or has ended. */
  readonly answer: (name: string, answer: unknown) => Promise<void>;
  /** While it is `down`, all requests fail. */
  state: 'up' | 'down';
}

/** The URL of a server that runs inside the story's page. */
export const url = 'https://agents.example/agents';

/** The model turns for runs that start one after the other: the calls of each run, then a final text. */
const turns = (runs: readonly string[][]): readonly ScriptedTurn[] => [
  ...runs.map((paths) => ({ calls: paths.map((path) => ({ toolName: 'delete_file', input: { path } })) })),
  ...runs.map(() => 'Done.'),
];

/** A run server inside the page. `approvals`: how many people must approve. */
export function createInboxServer({
  approvals = 1,
  runs = [['old.txt']],
}: {
  readonly approvals?: number;
  readonly runs?: readonly string[][];
} = {}): InboxServer {
  const rule = ask({ tool: 'delete_file' }, approvals > 1 ? { approvals, from: ['role:ops'], notRequester: true } : {});
  const files = createAgent({
    model: scriptedModel(turns(runs)),
    policy: createPolicy({ rules: [rule] }),
    tools: {
      delete_file: tool({
        description: 'Delete a file',
        inputSchema: z.object({ path: z.string() }),
        describe: ({ path }) => ({ title: `Delete ${path}`, risk: 'destructive' }),
        execute: ({ path }) => `${path} is gone`,
      }),
    },
  });
  const agents = { files };
  const handle = createRunServer({
    agents,
    store: memoryRunStore({ agents }),
    identify: (request) => people[request.headers.get('x-person') ?? ''] ?? null,
    authorize: () => true,
    base: '/agents',
  });
  const server: InboxServer = {
    state: 'up',
    as: (name) => async (input, init) => {
      if (server.state === 'down') throw new TypeError('Failed to fetch');
      const { signal, credentials: _, redirect: __, ...rest } = init ?? {};
      const request = new Request(String(input), rest);
      request.headers.set('x-person', name);
      signal?.throwIfAborted();
      return await handle(request);
    },
    start: async (name, input) => {
      const { run } = await post(server, name, { path: 'runs', body: { agent: 'files', input } });
      await untilSettled(server, name, run.runId);
    },
    answer: async (name, answer) => {
      const { batches } = await (await server.as(name)(`${url}/waiting`)).json();
      const [batch] = batches;
      const [call] = batch.requests.approvals;
      const answers = { [call.toolCallId]: { answer, digest: call.digest } };
      await post(server, name, { path: `batches/${batch.batchId}/answers`, body: { answers } });
      await untilSettled(server, batch.requester.id, batch.runId);
    },
  };
  return server;
}

async function post(
  server: InboxServer,
  name: string,
  { path, body }: { readonly path: string; readonly body: object },
) {
  const headers = { 'content-type': 'application/json' };
  const answer = await server.as(name)(`${url}/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return await answer.json();
}

/** After this, nothing changes without a user, so rendering is stable. */
async function untilSettled(server: InboxServer, name: string, runId: string): Promise<void> {
  for (;;) {
    const { run } = await (await server.as(name)(`${url}/runs/${runId}`)).json();
    if (run.state.type !== 'running') return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** The inbox of one user. */
export function InboxOf({
  server,
  name,
  maxQuestions = 50,
  ...settings
}: Omit<ComponentProps<typeof ApprovalInbox>, 'inbox'> & {
  readonly server: InboxServer;
  readonly name: string;
  readonly maxQuestions?: number;
}): ReactElement {
  const [inbox] = useState(() => connectInbox({ url, fetch: server.as(name), interval: 100, maxQuestions }));
  return <ApprovalInbox {...settings} inbox={inbox} />;
}
