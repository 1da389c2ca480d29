import {
  type AgentRun,
  createRemoteAgent,
  type DeferredToolRequests,
  type DeferredToolResults,
  httpTransport,
  type RemoteAgentOptions,
  type RunEvent,
  type RunOptions,
} from 'countersign/core';
import { startWireServer, type WireRequest, type WireScript, type WireServer } from './wire-server.js';

/** What the calls of a batch are about, in order. */
export function idsOf(requests: DeferredToolRequests | undefined): {
  readonly approvals: readonly string[];
  readonly calls: readonly string[];
} {
  const ids = (list: DeferredToolRequests['calls'] = []): string[] => list.map(({ toolCallId }) => toolCallId);
  return { approvals: ids(requests?.approvals), calls: ids(requests?.calls) };
}

/** Answers a batch. */
export type Answer = (requests: DeferredToolRequests) => Partial<DeferredToolResults> | null;

/** Says yes to everything, and gives `42` for what is done elsewhere. */
export const yes: Answer = ({ approvals, calls }) => ({
  approvals: Object.fromEntries(approvals.map(({ toolCallId }) => [toolCallId, { kind: 'tool-approved' }])),
  calls: Object.fromEntries(calls.map(({ toolCallId }) => [toolCallId, { kind: 'tool-return', returnValue: '42' }])),
});

interface Setup extends Partial<RemoteAgentOptions> {
  /** Answers batches, one after the other. Default: always yes. */
  readonly answers?: readonly Answer[];
  /** The way to the scripted server. Default: UI messages over HTTP. */
  readonly toTransport?: (url: string) => RemoteAgentOptions['transport'];
}

function systemTimeout(callback: () => void): () => void {
  const timer = setTimeout(callback);
  return () => clearTimeout(timer);
}

/** A remote agent on a scripted server, with the batches that it asked about. */
export async function remoteAgent(
  script: WireScript,
  { answers = [], toTransport = (api) => httpTransport({ api }), ...options }: Setup = {},
) {
  const server = await startWireServer(script);
  const asked: DeferredToolRequests[] = [];
  const agent = createRemoteAgent({
    transport: toTransport(server.url),
    server: 'ai-sdk',
    // Nobody waits for a second attempt here.
    environment: { setTimeout: (callback) => systemTimeout(callback) },
    deferredToolHandler: (requests) => {
      const answer = (answers[asked.length] ?? yes)(requests);
      asked.push(requests);
      return answer && { approvals: {}, calls: {}, metadata: {}, defer: [], ...answer };
    },
    ...options,
  });
  /** `null`: nothing is said, as by a run that goes on from another. */
  const run = (prompt: string | null = 'go', more: RunOptions = {}) => finished(agent.run(prompt ?? undefined, more));
  return { agent, server, asked, run };
}

/** How a run ended, and what it told. */
export async function finished<OUTPUT>(run: AgentRun<OUTPUT>) {
  const events: RunEvent[] = [];
  for await (const event of run) events.push(event);
  const warnings = events.flatMap((event) => (event.type === 'warning' ? [event.code] : []));
  const ends = Object.fromEntries(
    events.flatMap((event) => (event.type === 'tool-end' ? [[event.toolCallId, event.end.status]] : [])),
  );
  return { events, warnings, ends, outcome: await run.outcome };
}

/** The calls in a request, by their ids, as they were sent last. */
export function callsOf(
  request: Pick<WireRequest, 'body'> | undefined,
): Readonly<Record<string, Record<string, unknown>>> {
  const parts = request?.body.messages.flatMap((message) => message.parts) ?? [];
  return Object.fromEntries(parts.flatMap((part) => ('toolCallId' in part ? [[part.toolCallId, { ...part }]] : [])));
}

/** The calls in one of the requests that a server got. */
export function sentCalls({ requests }: WireServer, index: number): ReturnType<typeof callsOf> {
  return callsOf(requests[index]);
}

/** The calls that a request says yes or no to. */
export function answeredIn(request: Pick<WireRequest, 'body'> | undefined): readonly unknown[] {
  const answers = Object.values(callsOf(request)).filter(({ state }) => state === 'approval-responded');
  return answers.map(({ toolCallId }) => toolCallId);
}

/** The text that a request ends with. */
export function lastTextOf({ body }: WireRequest): string {
  const parts = body.messages.at(-1)?.parts ?? [];
  return parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
}
