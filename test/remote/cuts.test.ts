import {
  agUiTransport,
  createRemoteAgent,
  type DeferredToolRequests,
  type DeferredToolResults,
  httpTransport,
  type RemoteAgentOptions,
  type RunOutcome,
  toolReturn,
} from 'countersign/core';
import { afterAll, describe, expect, it } from 'vitest';
import { agUiTurn, runFinished, type SentRun, text, toolResult } from '../support/ag-ui.js';
import { type CutPosition, cutPositions, cutResponse } from '../support/cut-sessions.js';
import * as agUi from '../support/recorded-ag-ui.js';
import * as ui from '../support/recorded-ui.js';
import { type Exchange, hasRecordings } from '../support/recordings.js';
import { callsOf, collectRun, yes } from '../support/remote-agent.js';
import { textStep, toolOutput, wholeResponse } from '../support/ui-chunks.js';
import { toBytes, type WireRequest } from '../support/wire-server.js';

// Recorded responses of real servers, cut off: each conversation with a batch after every event, and the
// shortest one after every byte. The tests need the recordings.

const isLong = process.env.COUNTERSIGN_ALL === '1';
const api = 'https://agents.example/chat';

/** A recorded conversation that can be cut. */
interface Session {
  readonly name: string;
  readonly exchanges: readonly Exchange<unknown>[];
  readonly prompt: string;
  readonly server: NonNullable<RemoteAgentOptions['server']>;
  readonly transportOf: (fetch: typeof globalThis.fetch) => RemoteAgentOptions['transport'];
  /** Returns the recorded person's answers to the batch of a response. */
  readonly answersTo: (requests: DeferredToolRequests, exchange: number) => DeferredToolResults;
  /** Returns the approvals in a request, each in the form of `yesTo`. */
  readonly approvalsIn: (body: object) => readonly string[];
  /** Identifies the approval of a call. Some wires do not name the call in the answer. */
  readonly approvalKey: (toolCallId: string) => string;
  /** Returns the body after the recording ends: these calls are done. */
  readonly finalBody: (toolCallIds: readonly string[]) => string;
  /** The way to resume a broken response: from its first event, or from the break. Absent if it cannot. */
  readonly resumed?: 'replay' | 'continue';
  /** `true` if another run may request approval of the same calls again. */
  readonly asksAgain: boolean;
}

function uiSession({
  name,
  exchanges,
}: {
  readonly name: string;
  readonly exchanges: readonly ui.UiExchange[];
}): Session {
  const own = ui.untilSecondPrompt(exchanges);
  const server = name.split('/')[0] ?? '';
  const resumed = ({ 'ai-sdk-resumable': 'replay', 'workflow-agent': 'continue' } as const)[server];
  return {
    name,
    // The rest of the recording repeats the same answer.
    exchanges: server === 'workflow-agent' ? own.slice(0, 2) : own,
    prompt: ui.promptOf(exchanges),
    server: resumed ? { edits: 'taken', history: 'client', reconnect: resumed } : 'ai-sdk',
    transportOf: (fetch) => httpTransport({ api, fetch }),
    answersTo: (requests, exchange) => ui.recordedAnswers(requests, own[exchange + 1]),
    approvalsIn: (body) => {
      const calls = Object.values(callsOf({ body: body as WireRequest['body'] }));
      const answers = calls.filter(({ state }) => state === 'approval-responded');
      return answers.flatMap(({ toolCallId, approval }) =>
        (approval as { readonly approved: boolean }).approved ? [String(toolCallId)] : [],
      );
    },
    approvalKey: (id) => id,
    finalBody: (ids) =>
      toBytes({
        chunks: wholeResponse(
          ids.map((id) => toolOutput(id, 'gone')),
          textStep('Done.', 'last'),
        ),
      }).toString(),
    asksAgain: true,
    ...(resumed && { resumed }),
  };
}

function agUiSession({
  name,
  exchanges,
}: {
  readonly name: string;
  readonly exchanges: readonly agUi.AgUiExchange[];
}): Session {
  const own = agUi.untilSecondPrompt(exchanges);
  const isYes = (payload: unknown): boolean =>
    /"approved":true|"type":"(?:approve|edit)"/.test(JSON.stringify(payload));
  return {
    name,
    exchanges: own,
    prompt: agUi.promptOf(exchanges),
    server: name.startsWith('pydantic-ai-ag-ui/') ? 'pydantic-ai' : {},
    transportOf: (fetch) => agUiTransport({ url: api, fetch, ...agUi.wireOf(exchanges) }),
    answersTo: (requests, exchange) => agUi.recordedAnswers(requests, [own[exchange], own[exchange + 1]]),
    approvalsIn: (body) => {
      const { resume = [], forwardedProps } = body as SentRun;
      const command = forwardedProps.command as { readonly resume: object } | undefined;
      const answers = [...resume.map(({ payload }) => payload), command?.resume];
      const decisions = answers.flatMap((answer) =>
        typeof answer === 'object' && answer !== null && 'decisions' in answer
          ? (answer.decisions as readonly object[])
          : [answer ?? null],
      );
      return decisions.filter(isYes).map(() => 'yes');
    },
    approvalKey: () => 'yes',
    finalBody: (ids) => {
      const results = ids.map((id) => toolResult(id, 'gone'));
      return toBytes(agUiTurn(...results, text('Done.', 'last'), runFinished())).toString();
    },
    asksAgain: false,
  };
}

/** A server that plays the recording, breaks off once, and records the requests. */
function serve(session: Session, cut: CutPosition) {
  const { exchanges, resumed } = session;
  const posts: object[] = [];
  /** The response to the next request. */
  let next: 'recorded' | 'recorded again' | 'last' = 'recorded';
  /** The calls that a request approves. */
  let approved: readonly string[] = [];
  const respond = (exchange: Exchange<unknown> | undefined): Response =>
    new Response(exchange?.body ?? session.finalBody(approved), {
      headers: exchange?.headers ?? { 'content-type': 'text/event-stream' },
    });
  const resume = (url: string): Response => {
    const broken = exchanges[cut.exchange];
    next = 'recorded';
    if (broken === undefined || resumed === 'replay') return respond(broken);
    const from = Number(new URL(url).searchParams.get('startIndex'));
    return respond({
      ...broken,
      body: broken.body
        .split(/(?<=\n\n)/)
        .slice(from)
        .join(''),
    });
  };
  const fetch: typeof globalThis.fetch = async (url, init) => {
    if (init?.method === 'GET') return resume(String(url));
    posts.push(JSON.parse(String(init?.body)));
    const index = posts.length - 1;
    const broken = exchanges[cut.exchange];
    if (index === cut.exchange && broken !== undefined) {
      // A request without an approval is repeated, so it gets the same response. After an answer, the rest has been
      // executed.
      next = cut.exchange === 0 ? 'recorded again' : 'last';
      return cutResponse(broken, cut.bytes);
    }
    if (next === 'recorded') return respond(exchanges[index]);
    return respond(next === 'last' ? undefined : exchanges[index - 1]);
  };
  return {
    fetch,
    posts,
    /** Sets the calls that count as executed. */
    approve: (toolCallIds: readonly string[]) => {
      approved = toolCallIds;
    },
    /** Prepares for another run. */
    beginAgain: () => {
      next = cut.exchange === 0 && session.asksAgain ? 'recorded again' : 'last';
    },
  };
}

/** Plays a conversation that is cut once. The person reports what happened to interrupted calls. */
async function playCut(session: Session, cut: CutPosition) {
  const { exchanges, prompt, server } = session;
  const wire = serve(session, cut);
  const asked: DeferredToolRequests[] = [];
  const yeses: string[] = [];
  let results = 0;
  const answer = (requests: DeferredToolRequests): DeferredToolResults => {
    asked.push(requests);
    const ids = [...requests.approvals, ...requests.calls].map(({ toolCallId }) => toolCallId);
    const exchange = exchanges.findIndex(({ body }) => ids.some((id) => body.includes(`"${id}"`)));
    const isRecorded = exchange >= 0 && exchange < exchanges.length - 1;
    const none: DeferredToolResults = { approvals: {}, calls: {}, metadata: {}, defer: [] };
    const said = isRecorded ? session.answersTo(requests, exchange) : { ...none, ...yes(requests) };
    const through = Object.keys(said.approvals).filter((id) => isYes(said.approvals[id]));
    yeses.push(...through);
    wire.approve(through);
    const unknown = requests.calls.filter(({ interrupted }) => interrupted !== undefined);
    results += Object.keys(said.calls).length - unknown.length;
    const happened = unknown.map(({ toolCallId }) => [toolCallId, toolReturn('It happened.')]);
    return { ...said, calls: { ...said.calls, ...Object.fromEntries(happened) } };
  };
  const agent = createRemoteAgent({
    transport: session.transportOf(wire.fetch),
    server,
    environment: { setTimeout: (callback) => immediateTimeout(callback) },
    deferredToolHandler: answer,
  });
  const first = await collectRun(agent.run(prompt));
  if (first.outcome.type === 'completed') return { ...wire, asked, yeses, results, outcomes: [first.outcome] };
  wire.beginAgain();
  const second = await collectRun(agent.run('Once more.', { messages: first.outcome.messages }));
  return { ...wire, asked, yeses, results, outcomes: [first.outcome, second.outcome] };
}

function isYes(answer: DeferredToolResults['approvals'][string] | undefined): boolean {
  return typeof answer === 'object' && answer.kind === 'tool-approved';
}

/** Retries need no delay here. */
function immediateTimeout(callback: () => void): () => void {
  const timer = setTimeout(callback);
  return () => clearTimeout(timer);
}

/** Returns the calls of a history without a result. */
function openCalls({ messages }: Pick<RunOutcome, 'messages'>): readonly string[] {
  const called = messages.flatMap(({ role, content }) =>
    role === 'assistant' && typeof content !== 'string' ? content : [],
  );
  const results = messages.flatMap(({ role, content }) => (role === 'tool' ? content : []));
  const ended = new Set(results.flatMap((part) => (part.type === 'tool-result' ? [part.toolCallId] : [])));
  return called.flatMap((part) => (part.type === 'tool-call' && !ended.has(part.toolCallId) ? [part.toolCallId] : []));
}

/** Returns `true` if a request of either wire ends with a user message. */
function endsWithUserMessage(body: object): boolean {
  return (body as Pick<SentRun, 'messages'>).messages.at(-1)?.role === 'user' && !('resume' in body);
}

/** Returns a request without the ids that are new each time. */
function withoutRunId(body: object): string {
  return JSON.stringify({ ...body, runId: '' });
}

/** Checks the guarantees for a cut response, at any position. */
function check(
  session: Session,
  cut: CutPosition,
  { posts, asked, yeses, results, outcomes }: Awaited<ReturnType<typeof playCut>>,
) {
  const where = `${session.name}, request ${cut.exchange + 1}, ${cut.bytes} bytes`;
  const failures = outcomes.flatMap((outcome) => (outcome.type === 'failed' ? [outcome.error] : []));
  for (const { name, code, message } of failures) {
    expect([name, code], where).toEqual(['RemoteError', expect.stringMatching(/^remote-/)]);
    expect(message.length, where).toBeLessThan(700);
  }
  // No batch is lost: if the cut hid a batch, the next request receives it again.
  expect(outcomes.at(-1)?.type, `${where}: ${JSON.stringify(failures)}`).toBe('completed');
  for (const outcome of outcomes.slice(-1)) expect(openCalls(outcome), where).toEqual([]);
  if (cut.exchange > 0 || session.asksAgain) expect(asked.length, where).toBeGreaterThan(0);
  // Every approval of the person is sent exactly once, and no others are sent.
  const sent = posts.flatMap((body) => session.approvalsIn(body));
  expect([...sent].sort(), where).toEqual(yeses.map(session.approvalKey).sort());
  // External results are also sent once.
  const going = posts.filter((body) => !endsWithUserMessage(body)).map(withoutRunId);
  if (results > 0) expect(new Set(going).size, where).toBe(going.length);
}

const uiServers = ['ai-sdk', 'ai-sdk-resumable', 'ai-sdk-signed', 'ai-sdk-stored', 'pydantic-ai-vercel'].concat([
  'pydantic-ai-vercel-stored',
  'use-chat-golden',
  'workflow-agent',
]);
const agUiServers = ['pydantic-ai-ag-ui', 'pydantic-ai-ag-ui-stored', 'langgraph-ag-ui', 'agent-framework-ag-ui'];
const sessions = [
  ...ui.recordedChats(uiServers).map(uiSession),
  ...agUi.recordedRuns(agUiServers).map(agUiSession),
].filter(({ exchanges }) => exchanges.length > 1);
const golden = 'use-chat-golden/mixed';

describe.runIf(hasRecordings)('a recorded conversation that is cut', () => {
  const seen = { runs: 0, unknown: 0, failed: 0 };
  const playAll = async (session: Session, places: readonly CutPosition[]): Promise<void> => {
    for (const cut of places) {
      const played = await playCut(session, cut);
      check(session, cut, played);
      seen.runs += 1;
      seen.failed += played.outcomes.length - 1;
      seen.unknown += played.asked
        .flatMap(({ calls }) => calls)
        .filter(({ interrupted }) => interrupted !== undefined).length;
    }
  };

  it.each(sessions.filter(({ name }) => name === golden))(
    'C214 cut after any byte of $name loses no batch, sends no approval twice, and executes nothing unapproved',
    async (session) => {
      const places = cutPositions(session.exchanges, 'byte');
      // Every byte only in `npm run test:all`.
      await playAll(session, isLong ? places : places.filter((_, index) => index % 5 === 0));
    },
    120_000,
  );

  it.each(sessions.filter(({ name }) => name !== golden))(
    'C214 C240 cut after any event of $name loses no batch, sends no approval twice, and executes nothing unapproved',
    async (session) => {
      const places = cutPositions(session.exchanges, 'event');
      // Every event only in `npm run test:all`.
      await playAll(session, isLong ? places : places.filter((_, index) => index % 4 === 0));
    },
    60_000,
  );

  afterAll(() => {
    process.stdout.write(
      `  cut ${seen.runs} times: ${seen.failed} runs failed, ${seen.unknown} calls were asked about\n`,
    );
  });
});
