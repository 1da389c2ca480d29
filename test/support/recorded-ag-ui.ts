import type {
  AgUiTransportOptions,
  ApprovalAnswer,
  CallAnswer,
  DeferredCall,
  DeferredToolRequests,
  DeferredToolResults,
  JSONValue,
} from 'countersign/core';
import { toolReturn } from 'countersign/core';
import { z } from 'zod';
import type { SentRun } from './ag-ui.js';
import { type Exchange, type Recording, readRecordings } from './recordings.js';

/** An AG-UI request, and the response with its events. */
export type AgUiExchange = Exchange<SentRun>;

/** Recordings of valid conversations. The other cases send requests that no client should send. */
const cases = new Set(
  [
    'again',
    'approve',
    'batched',
    'deny',
    'deny-reason',
    'edit',
    'external',
    'frontend',
    'frontend-error',
    'invalid',
  ].concat(['legacy', 'mixed', 'mixed-plain', 'model-error', 'reasoning', 'rounds', 'text', 'tool-error', 'two']),
);

/** The stock client failed in these conversations. */
const broken = new Set([
  'agent-framework-ag-ui/mixed',
  'agent-framework-ag-ui/mixed-plain',
  'agent-framework-ag-ui/two',
]);

/** Returns the recorded conversations with these servers. */
export function recordedRuns(servers: readonly string[]): readonly Recording<SentRun>[] {
  return readRecordings(servers, (server, name) => cases.has(name) && !broken.has(`${server}/${name}`));
}

/** Returns the first user message of a conversation. */
export function promptOf([first]: readonly AgUiExchange[]): string {
  return String(first?.request.body.messages.at(-1)?.content);
}

/** Returns the exchanges up to the second user message, which some recordings contain. */
export function untilSecondPrompt(exchanges: readonly AgUiExchange[]): readonly AgUiExchange[] {
  const more = exchanges.findIndex(
    ({ request }, index) =>
      index > 0 &&
      request.body.messages.at(-1)?.role === 'user' &&
      request.body.resume === undefined &&
      request.body.forwardedProps.command === undefined,
  );
  return more < 0 ? exchanges : exchanges.slice(0, more);
}

/** Returns the tools that the page of a recording declared. */
export function wireOf([first]: readonly AgUiExchange[]): Omit<AgUiTransportOptions, 'url'> {
  const sendsTools = first?.request.body.tools.length === 1;
  return sendsTools ? { ...wires.frontend, ...wires.external } : { ...wires.external };
}

const wires: Readonly<Record<string, Omit<AgUiTransportOptions, 'url'>>> = {
  external: { externalTools: ['calculate_answer', 'fetch_report'] },
  frontend: {
    tools: {
      pick_colour: { description: 'Ask the user for a colour', inputSchema: z.object({ label: z.string() }) },
    },
  },
};

type JSONObject = Readonly<Record<string, JSONValue>>;
type Payload = JSONObject | undefined;

/** Returns the decisions in a request, by call. */
function decisionsIn(
  before: AgUiExchange | undefined,
  { resume = [], forwardedProps }: SentRun,
): ReadonlyMap<string, Payload> {
  const found = new Map<string, Payload>();
  const interrupts = [...(before?.body.matchAll(/"interrupts":(\[.*\])\}\}\n/g) ?? [])].flatMap((match) =>
    JSON.parse(match[1] ?? '[]'),
  );
  const byCall = (
    raw: { readonly action_requests?: readonly { readonly name: string }[] },
    decisions: readonly Payload[],
  ) => {
    for (const [index, { name }] of (raw.action_requests ?? []).entries()) found.set(name, decisions[index]);
  };
  for (const interrupt of interrupts) {
    const entry = resume.find(({ interruptId }) => interruptId === interrupt.id) as
      | { readonly payload: JSONObject & { readonly decisions?: Payload[] } }
      | undefined;
    if (interrupt.toolCallId !== undefined) found.set(interrupt.toolCallId, entry?.payload);
    else byCall(interrupt.metadata.langgraph.raw, entry?.payload.decisions ?? []);
  }
  const command = forwardedProps.command as { readonly resume: { readonly decisions: Payload[] } } | undefined;
  if (command !== undefined) byCall({ action_requests: [{ name: 'delete_file' }] }, command.resume.decisions);
  return found;
}

/** Returns the recorded person's answers to a batch, read from the next request. */
export function recordedAnswers(
  { approvals, calls }: DeferredToolRequests,
  at: readonly (AgUiExchange | undefined)[],
): DeferredToolResults {
  const [before, next] = at;
  const body = next?.request.body;
  const decisions = body === undefined ? new Map<string, Payload>() : decisionsIn(before, body);
  const of = ({ toolCallId, toolName }: DeferredCall): Payload => decisions.get(toolCallId) ?? decisions.get(toolName);
  return {
    approvals: Object.fromEntries(approvals.map((call) => [call.toolCallId, toApproval(of(call))])),
    calls: Object.fromEntries(calls.map((call) => [call.toolCallId, toResult(call, of(call), body)])),
    metadata: {},
    defer: [],
  };
}

function toApproval(payload: Payload): ApprovalAnswer {
  const edited = payload?.editedArgs ?? (payload?.edited_action as JSONObject | undefined)?.args;
  if (edited !== undefined) return { kind: 'tool-approved', overrideArgs: edited };
  const isYes = payload?.approved === true || payload?.type === 'approve';
  if (isYes) return { kind: 'tool-approved' };
  return { kind: 'tool-denied', message: String(payload?.reason ?? payload?.message ?? 'The tool call was denied.') };
}

function toResult({ toolCallId }: DeferredCall, payload: Payload, body: SentRun | undefined): CallAnswer {
  if (payload?.type === 'respond') return toolReturn(payload.message as JSONValue);
  const message = body?.messages.findLast((one) => one.role === 'tool' && one.toolCallId === toolCallId);
  if (message?.error !== undefined) return { kind: 'tool-failed', message: String(message.error) };
  return toolReturn((message?.content ?? '42') as JSONValue);
}
