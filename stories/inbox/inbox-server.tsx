import {
  ask,
  connectInbox,
  createAgent,
  createPolicy,
  createRemoteAgent,
  runServerTransport,
  tool,
  useAgentRun,
} from 'countersign';
import { AgentChat, ApprovalInbox } from 'countersign/components';
import { createRunServer, memoryRunStore, type Person, runLinks } from 'countersign/server';
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
  /** Returns a link to the first batch that waits for a user. `expired`: its time is over. */
  readonly linkFor: (name: string, state?: 'expired') => Promise<string>;
  /** While it is `down`, all requests fail. */
  state: 'up' | 'down';
}

/** The URL of a server that runs inside the story's page. */
export const url = 'https://agents.example/agents';

const secret = 'a secret of the stories, which is long enough';

/** The model turns for runs that start one after the other: the calls of each run, and its final text. */
const turns = (runs: readonly string[][], ends: 'after-all' | 'after-each'): readonly ScriptedTurn[] => {
  const calls = runs.map((paths) => ({ calls: paths.map((path) => ({ toolName: 'delete_file', input: { path } })) }));
  return ends === 'after-all' ? [...calls, ...runs.map(() => 'Done.')] : calls.flatMap((turn) => [turn, 'Done.']);
};

/** A run server inside the page. `approvals`: how many people must approve. */
export function createInboxServer({
  approvals = 1,
  runs = [['old.txt']],
  ends = 'after-all',
}: {
  /** Of the runs. Default: each ends after all have called. */
  readonly ends?: 'after-all' | 'after-each';
  readonly approvals?: number;
  readonly runs?: readonly string[][];
} = {}): InboxServer {
  const rule = ask({ tool: 'delete_file' }, approvals > 1 ? { approvals, from: ['role:ops'], notRequester: true } : {});
  const files = createAgent({
    model: scriptedModel(turns(runs, ends)),
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
    links: runLinks({ secret, now: () => Date.now() }),
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
    linkFor: async (name, state) => {
      const { batches } = await (await server.as(name)(`${url}/waiting`)).json();
      return await runLinks({ secret, ...(state === 'expired' ? { lifetime: -1 } : {}) }).sign(batches[0].batchId);
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
export function InboxOf({ server, name, maxQuestions = 50, link, ...settings }: InboxOfProps): ReactElement {
  const [inbox] = useState(() =>
    connectInbox({ url, fetch: server.as(name), interval: 100, maxQuestions, ...(link === undefined ? {} : { link }) }),
  );
  return <ApprovalInbox {...settings} inbox={inbox} />;
}

interface InboxOfProps extends Omit<ComponentProps<typeof ApprovalInbox>, 'inbox'> {
  readonly server: InboxServer;
  readonly name: string;
  readonly maxQuestions?: number;
  readonly link?: string | undefined;
}

/** A chat of somebody, and their inbox below it. */
export function ChatAndInbox({ server, name, ...settings }: InboxOfProps): ReactElement {
  const [agent] = useState(() =>
    createRemoteAgent({
      name: 'files',
      transport: runServerTransport({ url, agent: 'files', fetch: server.as(name) }),
    }),
  );
  const run = useAgentRun({ agent });
  return (
    <div style={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 24 }}>
      <section aria-label="Chat">
        <AgentChat run={run} />
      </section>
      <InboxOf {...settings} server={server} name={name} />
    </div>
  );
}
