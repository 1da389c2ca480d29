import { given } from '../../protocol/base/record.js';
import { serializeError } from '../../protocol/base/serialize-error.js';
import type { RunOutcome } from '../../protocol/outcome.js';
import type { ConversationState } from '../state/conversation-state.js';
import type { ConversationMemory } from './conversation-memory.js';
import type { LastEnd, StoredConversation } from './stored-conversation.js';

/** The conversation as it stands, as if no run went on. */
export function putDown(
  memory: ConversationMemory,
  state: ConversationState,
): Omit<StoredConversation, 'v' | 'active'> {
  const { messages, parked, outcome } = state;
  const { history, pendingPrompt, conversationId, withoutTools } = memory;
  const lastEnd = lastEndOf(outcome);
  const rest = { messages, parked, lastEnd, history, pendingPrompt, conversationId, withoutTools };
  return { ...rest, ...putDownLive(memory, state) };
}

type Live = 'status' | 'shown' | 'pending' | 'turns' | 'queued' | 'drafts' | 'choices' | 'deadlines';

/** What people do while a run goes on. */
export function putDownLive(
  memory: ConversationMemory,
  { status, messages: shown, queued, drafts, pending }: ConversationState,
): Pick<StoredConversation, Live> {
  const items = pending.flatMap((batch) => batch.items);
  const ofCalls = items.flatMap(({ id, call }) => {
    const draft = drafts[id];
    return draft === undefined ? [] : [[call.toolCallId, draft] as const];
  });
  return {
    status,
    shown,
    pending,
    turns: memory.turns.all,
    queued,
    // What has not come back yet is kept on.
    drafts: { ...memory.drafts.left, ...Object.fromEntries(ofCalls) },
    choices: Object.fromEntries(memory.choices),
    deadlines: Object.fromEntries(memory.deadlines),
  };
}

/** Takes over what was kept. */
export function takeOver(memory: ConversationMemory, kept: StoredConversation): void {
  // Of a run that was cut off here, another page has told by now how it went on.
  memory.beginRun();
  memory.history = kept.history;
  memory.pendingPrompt = kept.pendingPrompt;
  memory.conversationId = kept.conversationId;
  memory.withoutTools = kept.withoutTools ?? [];
  memory.turns.restore(kept.turns);
  memory.drafts.restore(kept.drafts);
  refill(memory.choices, kept.choices);
  refill(memory.deadlines, kept.deadlines ?? {});
}

function refill<T>(map: Map<string, T>, members: Readonly<Record<string, T>>): void {
  map.clear();
  for (const [key, member] of Object.entries(members)) map.set(key, member);
}

function lastEndOf(outcome: RunOutcome<unknown> | null): LastEnd | null {
  if (outcome?.type === 'aborted') return { type: 'aborted', ...given({ reason: outcome.reason }) };
  if (outcome?.type !== 'failed') return null;
  return { type: 'failed', ...serializeError(outcome.error) };
}
