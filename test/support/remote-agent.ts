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

/** Returns the ids of a batch's calls, in order. */
export function idsOf(requests: DeferredToolRequests | undefined): {
  readonly approvals: readonly string[];
  readonly calls: readonly string[];
} {
  const ids = (list: DeferredToolRequests['calls'] = []): string[] => list.map(({ toolCallId }) => toolCallId);
  return { approvals: ids(requests?.approvals), calls: ids(requests?.calls) };
}

/** A handler for one batch. */
export type Answer = (requests: DeferredToolRequests) => Partial<DeferredToolResults> | null;

/** Approves every call, and returns `42` for external calls. */
export const yes: Answer = ({ approvals, calls }) => ({
  approvals: Object.fromEntries(approvals.map(({ toolCallId }) => [toolCallId, { kind: 'tool-approved' }])),
  calls: Object.fromEntries(calls.map(({ toolCallId }) => [toolCallId, { kind: 'tool-return', returnValue: '42' }])),
});

interface Setup extends Partial<RemoteAgentOptions> {
  /** The answers to the batches, in order. Default: approve all. */
  readonly answers?: readonly Answer[];
  /** Creates the transport to the scripted server. Default: UI messages over HTTP. */
  readonly toTransport?: (url: string) => RemoteAgentOptions['transport'];
}

function systemTimeout(callback: () => void): () => void {
  const timer = setTimeout(callback);
  return () => clearTimeout(timer);
}

/** Creates a remote agent on a scripted server, and records the batches that its handler receives. */
export async function remoteAgent(
  script: WireScript,
  { answers = [], toTransport = (api) => httpTransport({ api }), ...options }: Setup = {},
) {
  const server = await startWireServer(script);
  const asked: DeferredToolRequests[] = [];
  const agent = createRemoteAgent({
    transport: toTransport(server.url),
    server: 'ai-sdk',
    // Retries need no delay here.
    environment: { setTimeout: (callback) => systemTimeout(callback) },
    deferredToolHandler: (requests) => {
      const answer = (answers[asked.length] ?? yes)(requests);
      asked.push(requests);
      return answer && { approvals: {}, calls: {}, metadata: {}, defer: [], ...answer };
    },
    ...options,
  });
  /** `null` sends no prompt, like a run that continues another. */
  const run = (prompt: string | null = 'go', more: RunOptions = {}) => collectRun(agent.run(prompt ?? undefined, more));
  return { agent, server, asked, run };
}

/** Drains a run. Returns its outcome, its events and the ends of its calls. */
export async function collectRun<OUTPUT>(run: AgentRun<OUTPUT>) {
  const events: RunEvent[] = [];
  for await (const event of run) events.push(event);
  const warnings = events.flatMap((event) => (event.type === 'warning' ? [event.code] : []));
  const ends = Object.fromEntries(
    events.flatMap((event) => (event.type === 'tool-end' ? [[event.toolCallId, event.end.status]] : [])),
  );
  return { events, warnings, ends, outcome: await run.outcome };
}

/** Returns the calls in a request by id, each as it was sent last. */
export function callsOf(
  request: Pick<WireRequest, 'body'> | undefined,
): Readonly<Record<string, Record<string, unknown>>> {
  const parts = request?.body.messages.flatMap((message) => message.parts) ?? [];
  return Object.fromEntries(parts.flatMap((part) => ('toolCallId' in part ? [[part.toolCallId, { ...part }]] : [])));
}

/** Returns the calls in one of the requests that a server received. */
export function sentCalls({ requests }: WireServer, index: number): ReturnType<typeof callsOf> {
  return callsOf(requests[index]);
}

/** Returns the ids of the calls that a request approves or denies. */
export function answeredCallIds(request: Pick<WireRequest, 'body'> | undefined): readonly unknown[] {
  const answers = Object.values(callsOf(request)).filter(({ state }) => state === 'approval-responded');
  return answers.map(({ toolCallId }) => toolCallId);
}

/** Returns the text of a request's last message. */
export function lastTextOf({ body }: WireRequest): string {
  const parts = body.messages.at(-1)?.parts ?? [];
  return parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
}
