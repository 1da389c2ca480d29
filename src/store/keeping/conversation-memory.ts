import type { ModelMessage } from 'ai';
import type { ConversationState } from '../state/conversation-state.js';
import { LeftDrafts } from '../state/drafts.js';
import { Turns } from '../state/turns.js';
import type { StoredConversation } from './stored-conversation.js';

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

  constructor({ history, turns }: Pick<StoredConversation, 'history' | 'turns'>) {
    this.history = history;
    this.turns = new Turns(turns);
  }

  /** The conversation as it stands, as if no run went on. */
  snapshot(state: ConversationState): Omit<StoredConversation, 'v' | 'active'> {
    const { messages, parked } = state;
    const { history, pendingPrompt, conversationId } = this;
    return { messages, parked, history, pendingPrompt, conversationId, ...this.live(state) };
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
    // What a rule, a grant or the page has answered, it answers again.
    const choices = items.flatMap(({ id, state }) =>
      state.status === 'decided' && state.by.type === 'person' ? [[id, state.answer] as const] : [],
    );
    return {
      status,
      shown,
      turns: this.turns.all,
      queued,
      drafts: Object.fromEntries(ofCalls),
      choices: Object.fromEntries(choices),
    };
  }

  /** Takes over what was kept. */
  restore({ history, pendingPrompt, conversationId, turns, drafts }: StoredConversation): void {
    this.history = history;
    this.pendingPrompt = pendingPrompt;
    this.conversationId = conversationId;
    this.turns.restore(turns);
    this.drafts.restore(drafts);
  }
}
