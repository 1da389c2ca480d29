import type { StoreApi } from 'zustand/vanilla';
import type { DecideOutcome } from '../../approval/broker/decision.js';
import type { ConversationState } from '../../conversation/state/conversation-state.js';
import type { Verbs } from '../../conversation/state/verbs.js';
import { serializeError } from '../../protocol/base/serialize-error.js';
import type { ConversationChannel, SubmittedAnswer } from './conversation-channel.js';
import type { ConversationRepository } from './conversation-repository.js';

/** A conversation that several pages have open, and the repository that they share. */
export interface SharedConversation {
  readonly repository: ConversationRepository;
  readonly key: string;
  readonly channel: ConversationChannel;
  readonly store: StoreApi<ConversationState>;
  /** Resolves answers that this page has submitted, by item id. */
  readonly submitted: Map<string, (outcome: NonNullable<SubmittedAnswer['outcome']>) => void>;
}

/** The page that leads a conversation. */
interface LeadingPage extends Pick<Verbs, 'decide'> {
  /** Resolves once the changes of an answer are stored: a later page has to find them before the answer is settled. */
  readonly saved: () => Promise<void>;
  /** Returns `true` during a run, perhaps one that has not shown its cards again yet. */
  readonly isBusy: () => boolean;
}

/**
 * Applies the answers that were given in other pages.
 *
 * @returns a function that ends it.
 */
export function applySubmitted(
  { repository, key, channel, store, submitted }: SharedConversation,
  { decide, saved, isBusy }: LeadingPage,
): () => void {
  const taken = new Set<string>();
  let isOver = false;
  const apply = async ({ toolCallId, batchId, decision, options }: SubmittedAnswer): Promise<Outcome> => {
    try {
      return await decide(toolCallId, decision, { ...options, batchId });
    } catch (error) {
      return { status: 'failed', error: serializeError(error) };
    }
  };
  const settle = async (answer: SubmittedAnswer): Promise<void> => {
    const { pending } = store.getState();
    const isWaiting = pending.some(({ items }) => items.some(({ id }) => id === answer.id));
    if (isOver || taken.has(answer.id) || (!isWaiting && isBusy())) return;
    taken.add(answer.id);
    try {
      const outcome: Outcome = isWaiting ? await apply(answer) : { status: 'late', reason: 'cancelled' };
      await saved();
      if (isOver) return;
      await repository.settle?.(key, { ...answer, outcome });
      submitted.get(answer.id)?.(outcome);
      channel.send('conversation');
    } finally {
      taken.delete(answer.id);
    }
  };
  const look = async (): Promise<void> => {
    const answers = (await repository.submitted?.(key)) ?? [];
    await Promise.all(answers.filter(({ outcome }) => outcome === undefined).map(settle));
  };
  // Failures of the repository are reported where the conversation is saved. The answer stays, for the next look.
  const lookNow = (): void => void look().catch(() => {});
  const stopListening = channel.listen((what) => {
    if (what === 'answer') lookNow();
    if (what === 'hello') channel.send('conversation');
  });
  const unsubscribe = store.subscribe((now, before) => {
    const known = new Set(before.pending.map(({ batchId }) => batchId));
    if (now.pending.some(({ batchId }) => !known.has(batchId))) lookNow();
  });
  lookNow();
  channel.send('conversation');
  return () => {
    isOver = true;
    stopListening();
    unsubscribe();
  };
}

type Outcome = DecideOutcome | Extract<SubmittedAnswer['outcome'], { status: 'failed' }>;
