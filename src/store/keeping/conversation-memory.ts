import type { ModelMessage } from 'ai';
import type { AnswerReport } from '../../approval/broker/ask.js';
import type { ItemAnswer } from '../../approval/broker/pending.js';
import { itemId } from '../../approval/broker/waiting-batch.js';
import { given } from '../../protocol/base/record.js';
import type { DeferredToolRequests } from '../../protocol/deferred.js';
import type { RunOutcome } from '../../protocol/outcome.js';
import type { StoredRun } from '../../protocol/stored-run.js';
import type { ConversationState } from '../state/conversation-state.js';
import { LeftDrafts } from '../state/drafts.js';
import { Turns } from '../state/turns.js';
import type { LastEnd, StoredConversation } from './stored-conversation.js';

/** What a conversation knows beside what it shows. */
export class ConversationMemory {
  /** What the next run goes on from. */
  history: readonly ModelMessage[];
  /** What the last run left to the one that goes on. */
  pendingPrompt: readonly ModelMessage[] = [];
  /** Of the first run, and all that follow. */
  conversationId: string | undefined;
  readonly turns: Turns;
  readonly drafts: LeftDrafts = new LeftDrafts();
  /** What people answered in the run that goes on, by item id: where its batch comes back, it is answered by it. */
  readonly choices: Map<string, ItemAnswer> = new Map();

  constructor({ history, turns }: Pick<StoredConversation, 'history' | 'turns'>) {
    this.history = history;
    this.turns = new Turns(turns);
  }

  /** The conversation as it stands, as if no run went on. */
  snapshot(state: ConversationState): Omit<StoredConversation, 'v' | 'active'> {
    const { messages, parked, outcome } = state;
    const { history, pendingPrompt, conversationId } = this;
    const lastEnd = lastEndOf(outcome);
    return { messages, parked, lastEnd, history, pendingPrompt, conversationId, ...this.live(state) };
  }

  /** The last run, for another to go on from: with what it asked, where it left that open. */
  left({ outcome }: Pick<ConversationState, 'outcome'>): StoredRun {
    const requests = outcome?.type === 'deferred' ? { requests: outcome.requests } : {};
    return { v: 1, messages: this.history, ...requests };
  }

  /** What people do while a run goes on. */
  live({
    status,
    messages: shown,
    queued,
    drafts,
    pending,
  }: Pick<ConversationState, 'status' | 'messages' | 'queued' | 'drafts' | 'pending'>): Pick<
    StoredConversation,
    'status' | 'shown' | 'turns' | 'queued' | 'drafts' | 'choices'
  > {
    const items = pending.flatMap((batch) => batch.items);
    const ofCalls = items.flatMap(({ id, call }) => {
      const draft = drafts[id];
      return draft === undefined ? [] : [[call.toolCallId, draft] as const];
    });
    return {
      status,
      shown,
      turns: this.turns.all,
      queued,
      // What has not come back yet is kept on.
      drafts: { ...this.drafts.left, ...Object.fromEntries(ofCalls) },
      choices: Object.fromEntries(this.choices),
    };
  }

  /** Notes what people answer. What a rule, a grant or the page has answered, it answers again. */
  note(batchId: string, event: AnswerReport): void {
    const id = itemId(batchId, event.toolCallId);
    if (event.type === 'answer' && event.by.type === 'person') this.choices.set(id, event.answer);
    if (event.type === 'answer-taken-back') this.choices.delete(id);
  }

  /** The run is over. */
  endRun(parked: DeferredToolRequests | null): void {
    this.drafts.endRun(parked);
    this.choices.clear();
  }

  /** Takes over what was kept. */
  restore({ history, pendingPrompt, conversationId, turns, drafts, choices }: StoredConversation): void {
    this.history = history;
    this.pendingPrompt = pendingPrompt;
    this.conversationId = conversationId;
    this.turns.restore(turns);
    this.drafts.restore(drafts);
    this.choices.clear();
    for (const [id, answer] of Object.entries(choices)) this.choices.set(id, answer);
  }
}

function lastEndOf(outcome: RunOutcome<unknown> | null): LastEnd | null {
  if (outcome?.type === 'aborted') return { type: 'aborted', ...given({ reason: outcome.reason }) };
  if (outcome?.type !== 'failed') return null;
  const { code, message } = outcome.error;
  return { type: 'failed', code, message };
}
