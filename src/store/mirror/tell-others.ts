import type { StoreApi } from 'zustand/vanilla';
import { randomId } from '../../protocol/base/ids.js';
import { serializeError } from '../../protocol/base/serialize-error.js';
import type { ConversationState } from '../state/conversation-state.js';
import type { Verbs } from '../state/verbs.js';
import { Audience } from './audience.js';
import type { ConversationChannel } from './channel.js';
import { doErrand } from './errands.js';
import { fromWire, type Said, toWire } from './said.js';
import { changeOf } from './state-change.js';

/** The page that goes on with a conversation. */
interface Leader {
  readonly store: Pick<StoreApi<ConversationState>, 'getState' | 'subscribe'>;
  readonly verbs: Verbs;
}

/**
 * Tells all pages that look on what happens in the conversation, and does what people ask for there.
 *
 * @returns ends it.
 */
export function tellOthers(channel: ConversationChannel, { store, verbs }: Leader): () => void {
  const from = randomId();
  const others = new Audience();
  let serial = 0;
  let isOver = false;
  const say = (said: Said): void => {
    if (!isOver) channel.send(toWire(said));
  };
  const unsubscribe = store.subscribe((now, before) => {
    if (others.isEmpty) return;
    const change = changeOf(now, before);
    if (change === undefined) return;
    serial += 1;
    say({ type: 'state', from, serial, change });
    if (others.count()) say({ type: 'roll', from });
  });
  const tellAll = (to: string): void =>
    say({ type: 'state', from, to, serial, change: changeOf(store.getState()) ?? { set: {} } });
  const answer = async ({ id, what, with: given }: Extract<Said, { type: 'do' }>): Promise<void> => {
    try {
      say({ type: 'done', from, id, gave: await doErrand(verbs, store, { what, given }) });
    } catch (error) {
      say({ type: 'refused', from, id, error: serializeError(error) });
    }
  };
  const leave = channel.listen((text) => {
    const said = isOver ? undefined : fromWire(text);
    // A page of another version takes that as a sign of life, as this one does.
    if (said === 'foreign') {
      say({ type: 'bye', from });
      return;
    }
    if (said?.type === 'bye') others.delete(said.from);
    if (said?.type === 'do') {
      say({ type: 'heard', from, id: said.id });
      void answer(said);
    }
    if (said?.type !== 'hello' && said?.type !== 'here') return;
    // One that was asleep when it was asked has not been told since.
    const isTold = others.add(said.from) && said.type === 'here';
    if (!isTold) tellAll(said.from);
  });
  say({ type: 'leads', from });
  return () => {
    isOver = true;
    unsubscribe();
    leave();
  };
}
