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

/** A conversation that another page leads and this page shows. */
export interface FollowedConversation {
  /** The verbs that work in this page. Answers are sent to the leading page; drafts stay here until this page leads. */
  readonly verbs: Pick<Verbs, 'decide' | 'decideAll' | 'saveDraft' | 'formOf'>;
  /** Stops following. Returns the drafts of this page, by tool call id. */
  readonly end: () => Readonly<Record<string, Draft>>;
}

/** The drafts that were typed or deleted (`null`) in a following page, by item id. */
export type OwnDrafts = ReadonlyMap<string, Draft | null>;

/** The functions of a page that follows a conversation. */
export interface FollowingPage {
  /**
   * Reads and shows the stored conversation with the drafts of this page. While it is `unknown` whether a leading page
   * exists, cards are not shown, because no page would apply the answers.
   */
  readonly show: (drafts: OwnDrafts, leader: 'present' | 'unknown') => Promise<void>;
  /** Reads and shows only the events. */
  readonly readLog: () => Promise<void>;
}

/** Shows a conversation that another page leads: reads it again whenever that page has stored something. */
export function followConversation(shared: SharedConversation, { show, readLog }: FollowingPage): FollowedConversation {
  const { repository, key, channel, store, submitted } = shared;
  const drafts = new Map<string, Draft | null>();
  let leader: 'present' | 'unknown' = 'unknown';
  const refresh = coalesced(async () => {
    await show(drafts, leader);
    const answers = submitted.size === 0 ? undefined : await repository.submitted?.(key);
    for (const { id, outcome } of answers ?? []) if (outcome !== undefined) submitted.get(id)?.(outcome);
  });
  const refreshLog = coalesced(readLog);
  const refreshIfVisible = (): void => {
    if (isLookedAt()) refresh();
  };
  const stopListening = channel.listen((message) => {
    if (message === 'log') refreshLog();
    if (message !== 'conversation') return;
    leader = 'present';
    refreshIfVisible();
  });
  globalThis.document?.addEventListener('visibilitychange', refreshIfVisible);
  refresh();
  // A leading page answers with `conversation`.
  channel.send('hello');
  return {
    verbs: {
      ...submittingVerbs(shared),
      saveDraft: (id, draft) => {
        drafts.set(id, draft);
        store.setState((state) => ({ drafts: withMember(state.drafts, id, draft) }));
      },
      // Only the leading page has the schemas of inputs. It validates edits.
      formOf: () => undefined,
    },
    end: () => {
      stopListening();
      globalThis.document?.removeEventListener('visibilitychange', refreshIfVisible);
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

/** Returns the verbs that submit answers to the leading page. */
function submittingVerbs({
  repository,
  key,
  channel,
  store,
  submitted,
}: SharedConversation): Pick<Verbs, 'decide' | 'decideAll'> {
  const waitingItems = (matches: (item: PendingItem) => boolean): readonly PendingItem[] =>
    store
      .getState()
      .pending.flatMap(({ items }) => items)
      .filter((item) => item.state.status === 'waiting' && matches(item));
  const submit = async (
    { id, batchId, call: { toolCallId } }: PendingItem,
    decision: Decision,
    options: SubmittedAnswer['options'],
  ): Promise<DecideOutcome> => {
    const outcome = new Promise<NonNullable<SubmittedAnswer['outcome']>>((resolve) => submitted.set(id, resolve));
    const answer = { id, batchId, toolCallId, decision: toJsonDecision(decision), options: inThisPage(options) };
    try {
      if ((await repository.submit?.(key, answer)) !== true) return alreadyAnswered;
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
      const matches = (item: PendingItem): boolean =>
        item.call.toolCallId === toolCallId && (batchId === undefined || item.batchId === batchId);
      const item = waitingItems(matches).at(-1);
      return item === undefined ? alreadyAnswered : await submit(item, decision, options);
    },
    decideAll: async (decision, batchId, options = {}) => {
      const items = waitingItems((item) => item.kind === 'approval' && (batchId ?? item.batchId) === item.batchId);
      return await Promise.all(items.map((item) => submit(item, decision, options)));
    },
  };
}

const alreadyAnswered: DecideOutcome = { status: 'late', reason: 'answered' };

/** Returns a function that runs a task. Calls during a run are answered by one more run after it. */
function coalesced(task: () => Promise<void>): () => void {
  let state: 'idle' | 'busy' | 'again' = 'idle';
  const run = async (): Promise<void> => {
    state = 'busy';
    await task().catch(() => {});
    const isRequestedAgain = (state as string) === 'again'; // set by a call during the task
    state = 'idle';
    if (isRequestedAgain) await run();
  };
  return () => {
    if (state === 'idle') void run();
    else state = 'again';
  };
}

/** Converts a decision to plain JSON. JSON.stringify would lose the message of an error. */
function toJsonDecision(decision: Decision): Decision {
  if (!(decision instanceof Error) || !isControlSignal(decision)) return decision;
  const { kind, message } = decision;
  const data: unknown = {
    kind,
    message,
    ...definedProps({ issues: 'issues' in decision ? decision.issues : undefined }),
  };
  return data as Decision; // the members of the error that the leading page reads
}
