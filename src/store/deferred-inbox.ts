import type { AskPeople, AskRequest } from '../agent/agent.js';
import { toolApproved, toolDenied } from '../protocol/answers.js';
import { buildResults, parseApproval, parseCall } from '../protocol/build-results.js';
import { type DeferredToolResults, deferredCalls } from '../protocol/deferred.js';
import { RunAborted, UserError } from '../protocol/errors.js';
import { type JSONObject, ownMember } from '../protocol/json.js';
import type { LateReason } from '../protocol/run-event.js';
import type { ItemAnswer, ItemState, PendingBatch, PendingItem } from './conversation-state.js';
import type { DecideOptions, DecideOutcome, Decision } from './decision.js';

/** What the inbox needs of the store. */
export interface InboxStore {
  readonly pending: () => readonly PendingBatch[];
  readonly update: (change: (pending: readonly PendingBatch[]) => readonly PendingBatch[]) => void;
  readonly now: () => number;
  /** Told about each batch that comes up, before anybody can answer it. */
  readonly onAsked: (request: AskRequest) => void;
}

/** The bridge between a run that awaits and people who press buttons. */
export interface DeferredInbox {
  readonly ask: AskPeople;
  readonly decide: (toolCallId: string, decision: Decision, options?: DecideOptions) => Promise<DecideOutcome>;
  /** Marks an external call as being worked on by the page. */
  readonly markWorking: (toolCallId: string) => void;
}

interface Waiting {
  readonly request: AskRequest;
  readonly metadata: Map<string, JSONObject>;
  readonly resolve: (results: DeferredToolResults) => void;
}

/** Makes an inbox. A batch settles once, when each of its calls is decided or the run no longer wants it. */
export function createDeferredInbox(store: InboxStore): DeferredInbox {
  const waiting = new Map<string, Waiting>();
  const closed = new Map<string, Pick<Waiting, 'request'> & { readonly by: LateReason }>();

  const setState = (toolCallId: string, state: ItemState): void =>
    store.update((pending) => pending.map((batch) => withItem(batch, toolCallId, state)));
  const close = (entry: Waiting, by: LateReason): void => {
    const { batchId, requests } = entry.request;
    for (const { call } of deferredCalls(requests)) {
      waiting.delete(call.toolCallId);
      closed.set(call.toolCallId, { request: entry.request, by });
    }
    store.update((pending) => pending.filter((batch) => batch.batchId !== batchId));
  };

  const ask: AskPeople = (request) => {
    const promise = new Promise<DeferredToolResults>((resolve, reject) => {
      if (request.signal.aborted) return reject(noLongerWanted());
      const entry: Waiting = { request, metadata: new Map(), resolve };
      for (const { call } of deferredCalls(request.requests)) waiting.set(call.toolCallId, entry);
      store.update((pending) => [...pending, toBatch(request)]);
      const cancel = (): void => {
        if (![...waiting.values()].includes(entry)) return;
        close(entry, 'cancelled');
        reject(noLongerWanted());
      };
      request.signal.addEventListener('abort', cancel, { once: true });
      store.onAsked(request);
    });
    // A handler may have stopped listening by the time that its batch is cancelled.
    promise.catch(() => {});
    return promise;
  };

  const settleIfComplete = (entry: Waiting): void => {
    const batch = store.pending().find(({ batchId }) => batchId === entry.request.batchId);
    if (batch === undefined || !batch.items.every(({ state }) => state.status === 'decided')) return;
    close(entry, 'answered');
    entry.resolve(toResults(entry, batch));
  };

  const decide: DeferredInbox['decide'] = async (toolCallId, decision, options = {}) => {
    const entry = waiting.get(toolCallId);
    const item = findItem(store.pending(), toolCallId);
    if (entry === undefined || item === undefined) return late(closed.get(toolCallId), toolCallId);
    if (item.state.status === 'decided' || item.state.status === 'checking')
      return late({ request: entry.request, by: 'answered' }, toolCallId);
    const answer = toAnswer(item, decision);
    setState(toolCallId, { status: 'checking' });
    const problem =
      answer === 'defer'
        ? []
        : await checked(
            () => entry.request.check(toolCallId, answer),
            () => setState(toolCallId, item.state),
          );
    if (waiting.get(toolCallId) !== entry) return late(closed.get(toolCallId), toolCallId);
    if (problem.length > 0) {
      setState(toolCallId, item.state);
      return { status: 'invalid', issues: problem };
    }
    if (options.metadata !== undefined) entry.metadata.set(toolCallId, options.metadata);
    setState(toolCallId, { status: 'decided', answer, at: store.now() });
    entry.request.report({ type: 'answer', toolCallId, answer });
    settleIfComplete(entry);
    return { status: 'accepted' };
  };

  return { ask, decide, markWorking: (toolCallId) => setState(toolCallId, { status: 'working' }) };
}

async function checked<T>(check: () => Promise<T>, reopen: () => void): Promise<T> {
  try {
    return await check();
  } catch (error) {
    reopen();
    throw error;
  }
}

function late(
  entry: (Pick<Waiting, 'request'> & { readonly by: LateReason }) | undefined,
  toolCallId: string,
): DecideOutcome {
  if (entry === undefined) {
    throw new UserError(
      'unknown-call',
      `decide() was given '${toolCallId}', which no batch has asked about. Nothing was decided. Use the toolCallId of an item in \`pending\`.`,
    );
  }
  entry.request.report({ type: 'late-answer', toolCallId, by: entry.by });
  return { status: 'late', by: entry.by };
}

function toAnswer(item: PendingItem, decision: Decision): ItemAnswer {
  if (decision === 'defer') return 'defer';
  const { toolCallId } = item.call;
  if (item.kind === 'approval') {
    if (typeof decision === 'boolean') return decision ? toolApproved() : toolDenied();
    return parseApproval(toolCallId, decision);
  }
  if (typeof decision === 'boolean') {
    throw new UserError(
      'call-answer',
      `decide('${toolCallId}', ${decision}) cannot answer an external call: a yes is no result. Give its result with toolReturn(), or ToolFailed.`,
    );
  }
  return parseCall(toolCallId, decision);
}

function toResults(entry: Waiting, batch: PendingBatch): DeferredToolResults {
  const answers = batch.items.flatMap(({ kind, call, state }) =>
    state.status === 'decided' ? [{ kind, toolCallId: call.toolCallId, answer: state.answer }] : [],
  );
  const given = <K extends PendingItem['kind']>(kind: K): readonly (readonly [string, ItemAnswer])[] =>
    answers
      .filter((item) => item.kind === kind && item.answer !== 'defer')
      .map(({ toolCallId, answer }) => [toolCallId, answer]);
  return buildResults(entry.request.requests, {
    // Each answer was parsed by its kind when it was given.
    approvals: Object.fromEntries(given('approval')) as Record<string, never>,
    calls: Object.fromEntries(given('external')) as Record<string, never>,
    metadata: Object.fromEntries(entry.metadata),
    defer: answers.filter(({ answer }) => answer === 'defer').map(({ toolCallId }) => toolCallId),
  });
}

function toBatch(request: AskRequest): PendingBatch {
  const { batchId, runId, agentPath, round, requests, expiresAt } = request;
  const items = deferredCalls(requests).map(({ kind, call }): PendingItem => {
    const metadata = ownMember(requests.metadata, call.toolCallId);
    return { kind, call, state: { status: 'open' }, ...(metadata === undefined ? {} : { metadata }) };
  });
  return { batchId, runId, agentPath, round, requests, items, ...(expiresAt === undefined ? {} : { expiresAt }) };
}

function findItem(pending: readonly PendingBatch[], toolCallId: string): PendingItem | undefined {
  return pending.flatMap((batch) => batch.items).find(({ call }) => call.toolCallId === toolCallId);
}

function withItem(batch: PendingBatch, toolCallId: string, state: ItemState): PendingBatch {
  if (!batch.items.some(({ call }) => call.toolCallId === toolCallId)) return batch;
  return {
    ...batch,
    items: batch.items.map((item) => (item.call.toolCallId === toolCallId ? { ...item, state } : item)),
  };
}

function noLongerWanted(): RunAborted {
  return new RunAborted(
    'ask-cancelled',
    'The question was withdrawn before people answered: the run was stopped, or its handler answered without them.',
  );
}
