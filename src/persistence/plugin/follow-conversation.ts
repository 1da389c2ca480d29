import type { DecideOutcome, Decision } from '../../approval/broker/decision.js';
import type { PendingItem } from '../../approval/broker/pending.js';
import type { Draft } from '../../conversation/state/conversation-state.js';
import { inThisPage } from '../../conversation/state/page-id.js';
import type { Verbs } from '../../conversation/state/verbs.js';
import { isLookedAt } from '../../protocol/base/clock.js';
import { toOwnError } from '../../protocol/base/error-from-data.js';
import { definedProps, withMember } from '../../protocol/base/record.js';
import { isControlSignal } from '../../protocol/signals.js';
import type { SubmittedAnswer } from './conversation-channel.js';
import type { SharedConversation } from './submitted-answers.js';

/** A conversation that another page leads. */
export interface FollowedConversation {
  /** The verbs that work here: the page that leads applies answers, and drafts stay here until this page leads. */
  readonly verbs: Pick<Verbs, 'decide' | 'decideAll' | 'saveDraft' | 'formOf'>;
  /** Unsubscribes. Returns the drafts of this page, by tool call id. */
  readonly end: () => Readonly<Record<string, Draft>>;
}

/** Drafts of a page that follows, by item id. `null`: the draft was deleted. */
export type OwnDrafts = ReadonlyMap<string, Draft | null>;

/** A page that follows a conversation. */
export interface FollowingPage {
  /**
   * Reads and shows the stored conversation with the drafts of this page. Cards are shown once another page is known to
   * lead, which applies answers.
   */
  readonly show: (drafts: OwnDrafts, led: 'led' | 'unknown') => Promise<void>;
  /** Reads and shows only the events. */
  readonly readLog: () => Promise<void>;
}

/** Follows a conversation that another page leads, as that page stores it. */
export function followConversation(shared: SharedConversation, { show, readLog }: FollowingPage): FollowedConversation {
  const { repository, key, channel, store, submitted } = shared;
  const drafts = new Map<string, Draft | null>();
  let led: 'led' | 'unknown' = 'unknown';
  const look = repeatable(async () => {
    await show(drafts, led);
    const answers = submitted.size === 0 ? undefined : await repository.submitted?.(key);
    for (const { id, outcome } of answers ?? []) if (outcome !== undefined) submitted.get(id)?.(outcome);
  });
  const lookAtLog = repeatable(readLog);
  const onVisible = (): void => {
    if (isLookedAt()) look();
  };
  const stopListening = channel.listen((what) => {
    if (what === 'log') lookAtLog();
    if (what !== 'conversation') return;
    led = 'led';
    onVisible();
  });
  globalThis.document?.addEventListener('visibilitychange', onVisible);
  look();
  channel.send('hello');
  return {
    verbs: {
      ...submittingVerbs(shared),
      saveDraft: (id, draft) => {
        drafts.set(id, draft);
        store.setState((state) => ({ drafts: withMember(state.drafts, id, draft) }));
      },
      // The schema of an input is in the page that leads, which checks edits.
      formOf: () => undefined,
    },
    end: () => {
      stopListening();
      globalThis.document?.removeEventListener('visibilitychange', onVisible);
      const items = store.getState().pending.flatMap((batch) => batch.items);
      return Object.fromEntries(
        items.flatMap(({ id, call }) => {
          const draft = drafts.get(id);
          return draft ? [[call.toolCallId, draft]] : [];
        }),
      );
    },
  };
}

/** Submits answers to the page that leads. */
function submittingVerbs({
  repository,
  key,
  channel,
  store,
  submitted,
}: SharedConversation): Pick<Verbs, 'decide' | 'decideAll'> {
  const waiting = (isIt: (item: PendingItem) => boolean): readonly PendingItem[] =>
    store
      .getState()
      .pending.flatMap(({ items }) => items)
      .filter((item) => item.state.status === 'waiting' && isIt(item));
  const submit = async (
    { id, batchId, call: { toolCallId } }: PendingItem,
    decision: Decision,
    options: SubmittedAnswer['options'],
  ): Promise<DecideOutcome> => {
    const outcome = new Promise<NonNullable<SubmittedAnswer['outcome']>>((resolve) => submitted.set(id, resolve));
    const answer = { id, batchId, toolCallId, decision: asData(decision), options: inThisPage(options) };
    try {
      if ((await repository.submit?.(key, answer)) !== true) return answeredBefore;
      channel.send('answer');
      const settled = await outcome;
      if (settled.status === 'failed') throw toOwnError(settled.error);
      return settled;
    } finally {
      submitted.delete(id);
    }
  };
  return {
    decide: async (toolCallId, decision, { batchId, ...options } = {}) => {
      const isIt = (item: PendingItem): boolean =>
        item.call.toolCallId === toolCallId && (batchId === undefined || item.batchId === batchId);
      const item = waiting(isIt).at(-1);
      return item === undefined ? answeredBefore : await submit(item, decision, options);
    },
    decideAll: async (decision, batchId, options = {}) => {
      const items = waiting((item) => item.kind === 'approval' && (batchId ?? item.batchId) === item.batchId);
      return await Promise.all(items.map((item) => submit(item, decision, options)));
    },
  };
}

const answeredBefore: DecideOutcome = { status: 'late', reason: 'answered' };

/** Runs a task once at a time, and once more if it was requested meanwhile. */
function repeatable(task: () => Promise<void>): () => void {
  let state: 'idle' | 'busy' | 'again' = 'idle';
  const run = async (): Promise<void> => {
    state = 'busy';
    await task().catch(() => {});
    const isAgain = (state as string) === 'again'; // it may have been requested meanwhile
    state = 'idle';
    if (isAgain) await run();
  };
  return () => {
    if (state === 'idle') void run();
    else state = 'again';
  };
}

/** Returns a decision as JSON. JSON.stringify would lose the message of an error. */
function asData(decision: Decision): Decision {
  if (!(decision instanceof Error) || !isControlSignal(decision)) return decision;
  const { kind, message } = decision;
  const data: unknown = {
    kind,
    message,
    ...definedProps({ issues: 'issues' in decision ? decision.issues : undefined }),
  };
  return data as Decision; // what the leading page reads of it
}
