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
import { type CutAt, cutResponse, placesIn } from '../support/cut-sessions.js';
import * as agUi from '../support/recorded-ag-ui.js';
import * as ui from '../support/recorded-ui.js';
import { type Exchange, hasRecordings } from '../support/recordings.js';
import { callsOf, finished, yes } from '../support/remote-agent.js';
import { gives, says, whole } from '../support/ui-chunks.js';
import { toBytes, type WireRequest } from '../support/wire-server.js';

// What real servers said, cut off: where they have the recordings, each of those with a batch, after every event, and
// the shortest after every byte.

const isLong = process.env.COUNTERSIGN_ALL === '1';
const api = 'https://agents.example/chat';

/** A conversation that can be cut. */
interface Session {
  readonly name: string;
  readonly exchanges: readonly Exchange<unknown>[];
  readonly prompt: string;
  readonly server: NonNullable<RemoteAgentOptions['server']>;
  readonly transportOf: (fetch: typeof globalThis.fetch) => RemoteAgentOptions['transport'];
  /** What the person of the recording said to what the server asked in a response. */
  readonly answersTo: (requests: DeferredToolRequests, exchange: number) => DeferredToolResults;
  /** What a request says yes to, by `yesTo`. */
  readonly yesesIn: (body: object) => readonly string[];
  /** What a yes to a call is told by: not every wire has the call in its answer. */
  readonly yesTo: (toolCallId: string) => string;
  /** What the server says once nothing more is recorded: these calls are done. */
  readonly lastWords: (toolCallIds: readonly string[]) => string;
  /**
   * What it tells of a response that broke off, from its first event or from where it broke off; `undefined`: nothing.
   */
  readonly resumed?: 'replay' | 'continue';
  /** Whether it may ask again about the same calls in another run. */
  readonly asksAgain: boolean;
}

function uiSession({
  name,
  exchanges,
}: {
  readonly name: string;
  readonly exchanges: readonly ui.UiExchange[];
}): Session {
  const own = ui.firstTalk(exchanges);
  const server = name.split('/')[0] ?? '';
  const resumed = ({ 'ai-sdk-resumable': 'replay', 'workflow-agent': 'continue' } as const)[server];
  return {
    name,
    // What comes after that is the same answer again.
    exchanges: server === 'workflow-agent' ? own.slice(0, 2) : own,
    prompt: ui.promptOf(exchanges),
    server: resumed ? { edits: 'taken', history: 'client', reconnect: resumed } : 'ai-sdk',
    transportOf: (fetch) => httpTransport({ api, fetch }),
    answersTo: (requests, exchange) => ui.recordedAnswers(requests, own[exchange + 1]),
    yesesIn: (body) => {
      const calls = Object.values(callsOf({ body: body as WireRequest['body'] }));
      const answers = calls.filter(({ state }) => state === 'approval-responded');
      return answers.flatMap(({ toolCallId, approval }) =>
        (approval as { readonly approved: boolean }).approved ? [String(toolCallId)] : [],
      );
    },
    yesTo: (id) => id,
    lastWords: (ids) =>
      toBytes({
        chunks: whole(
          ids.map((id) => gives(id, 'gone')),
          says('Done.', 'last'),
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
  const own = agUi.firstTalk(exchanges);
  const isYes = (payload: unknown): boolean =>
    /"approved":true|"type":"(?:approve|edit)"/.test(JSON.stringify(payload));
  return {
    name,
    exchanges: own,
    prompt: agUi.promptOf(exchanges),
    server: name.startsWith('pydantic-ai-ag-ui/') ? 'pydantic-ai' : {},
    transportOf: (fetch) => agUiTransport({ url: api, fetch, ...agUi.wireOf(exchanges) }),
    answersTo: (requests, exchange) => agUi.recordedAnswers(requests, [own[exchange], own[exchange + 1]]),
    yesesIn: (body) => {
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
    yesTo: () => 'yes',
    lastWords: (ids) => {
      const results = ids.map((id) => toolResult(id, 'gone'));
      return toBytes(agUiTurn(...results, text('Done.', 'last'), runFinished())).toString();
    },
    asksAgain: false,
  };
}

/** A server that says what was recorded, breaks off once, and keeps what it was sent. */
function serve(session: Session, cut: CutAt) {
  const { exchanges, resumed } = session;
  const posts: object[] = [];
  /** What the response to the next request is. */
  let next: 'recorded' | 'recorded again' | 'last' = 'recorded';
  /** What a request would have the server do. */
  let approved: readonly string[] = [];
  const tell = (exchange: Exchange<unknown> | undefined): Response =>
    new Response(exchange?.body ?? session.lastWords(approved), {
      headers: exchange?.headers ?? { 'content-type': 'text/event-stream' },
    });
  const resume = (url: string): Response => {
    const broken = exchanges[cut.exchange];
    next = 'recorded';
    if (broken === undefined || resumed === 'replay') return tell(broken);
    const from = Number(new URL(url).searchParams.get('startIndex'));
    return tell({
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
      // What says yes to nothing is asked again; after that, who was told something asks about something else.
      next = cut.exchange === 0 ? 'recorded again' : 'last';
      return cutResponse(broken, cut.bytes);
    }
    if (next === 'recorded') return tell(exchanges[index]);
    return tell(next === 'last' ? undefined : exchanges[index - 1]);
  };
  return {
    fetch,
    posts,
    /** Says what is done of what people let through. */
    approve: (toolCallIds: readonly string[]) => {
      approved = toolCallIds;
    },
    /** Another run begins. */
    beginAgain: () => {
      next = cut.exchange === 0 && session.asksAgain ? 'recorded again' : 'last';
    },
  };
}

/** Plays a conversation that is cut once, with its person, who says what happened where that is asked. */
async function playCut(session: Session, cut: CutAt) {
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
    environment: { setTimeout: (callback) => soon(callback) },
    deferredToolHandler: answer,
  });
  const first = await finished(agent.run(prompt));
  if (first.outcome.type === 'completed') return { ...wire, asked, yeses, results, outcomes: [first.outcome] };
  wire.beginAgain();
  const second = await finished(agent.run('Once more.', { messages: first.outcome.messages }));
  return { ...wire, asked, yeses, results, outcomes: [first.outcome, second.outcome] };
}

function isYes(answer: DeferredToolResults['approvals'][string] | undefined): boolean {
  return typeof answer === 'object' && answer.kind === 'tool-approved';
}

/** Nobody waits for a second attempt here. */
function soon(callback: () => void): () => void {
  const timer = setTimeout(callback);
  return () => clearTimeout(timer);
}

/** The calls of a history that have no end. */
function openCalls({ messages }: Pick<RunOutcome, 'messages'>): readonly string[] {
  const called = messages.flatMap(({ role, content }) =>
    role === 'assistant' && typeof content !== 'string' ? content : [],
  );
  const results = messages.flatMap(({ role, content }) => (role === 'tool' ? content : []));
  const ended = new Set(results.flatMap((part) => (part.type === 'tool-result' ? [part.toolCallId] : [])));
  return called.flatMap((part) => (part.type === 'tool-call' && !ended.has(part.toolCallId) ? [part.toolCallId] : []));
}

/** Whether a request ends with what a person said, of either wire. */
function isSaying(body: object): boolean {
  return (body as Pick<SentRun, 'messages'>).messages.at(-1)?.role === 'user' && !('resume' in body);
}

/** What a request says, without the ids that are new in each. */
function essence(body: object): string {
  return JSON.stringify({ ...body, runId: '' });
}

/** What is promised of a response that is cut, wherever it is. */
function check(
  session: Session,
  cut: CutAt,
  { posts, asked, yeses, results, outcomes }: Awaited<ReturnType<typeof playCut>>,
) {
  const where = `${session.name}, request ${cut.exchange + 1}, ${cut.bytes} bytes`;
  const failures = outcomes.flatMap((outcome) => (outcome.type === 'failed' ? [outcome.error] : []));
  for (const { name, code, message } of failures) {
    expect([name, code], where).toEqual(['RemoteError', expect.stringMatching(/^remote-/)]);
    expect(message.length, where).toBeLessThan(700);
  }
  // No batch is lost: what was not asked about was never known, and is asked about by who asks again.
  expect(outcomes.at(-1)?.type, `${where}: ${JSON.stringify(failures)}`).toBe('completed');
  for (const outcome of outcomes.slice(-1)) expect(openCalls(outcome), where).toEqual([]);
  if (cut.exchange > 0 || session.asksAgain) expect(asked.length, where).toBeGreaterThan(0);
  // Each yes that a person said is sent once, and none that nobody said.
  const sent = posts.flatMap((body) => session.yesesIn(body));
  expect([...sent].sort(), where).toEqual(yeses.map(session.yesTo).sort());
  // A result that was worked out here is sent once, too.
  const going = posts.filter((body) => !isSaying(body)).map(essence);
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
  const playAll = async (session: Session, places: readonly CutAt[]): Promise<void> => {
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
      const places = placesIn(session.exchanges, 'byte');
      // Each byte in the long run.
      await playAll(session, isLong ? places : places.filter((_, index) => index % 5 === 0));
    },
    120_000,
  );

  it.each(sessions.filter(({ name }) => name !== golden))(
    'C214 C240 cut after any event of $name loses no batch, sends no approval twice, and executes nothing unapproved',
    async (session) => {
      const places = placesIn(session.exchanges, 'event');
      // All of them in the long run.
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
