import type { RunJournal } from '../../agent/run/journal.js';
import { UserError } from '../../protocol/base/errors.js';
import type { RunEvent } from '../../protocol/run-event.js';
import type { ConversationState } from '../state/conversation-state.js';
import type { EventRoom } from '../state/hold-events.js';
import type { ConversationKeeper } from './conversation-keeper.js';
import { type KeptConversation, type KeptHere, keepConversation } from './keep-conversation.js';
import type { ActiveRun, ConversationStorage } from './stored-conversation.js';

/** What a conversation asks of its keeper. */
export interface Keeper
  extends Pick<ConversationKeeper, 'end' | 'stop' | 'close' | 'changed'>,
    Pick<KeptHere, 'elsewhere' | 'showsAll' | 'takeLead'> {
  /** Opens the conversation, once. */
  readonly open: () => void;
  /** A run begins, or begins again. @throws UserError `still-opening` where this page may not go on with the conversation. */
  readonly begin: (active: ActiveRun) => { readonly runId: string; readonly journal: RunJournal };
  readonly told: (event: RunEvent) => void;
  readonly showEarlier: () => void;
  /** What happens is kept, and can be read again. */
  readonly keepsEvents: boolean;
}

/** How many events are held. What people have asked to be shown is not let go again. */
export function eventRoom(keeper: Keeper | undefined, max?: number): EventRoom {
  if (keeper?.keepsEvents !== true) return { max: max ?? Number.POSITIVE_INFINITY, rest: 'dropped' };
  return { max: keeper.showsAll() ? Number.POSITIVE_INFINITY : (max ?? defaultMax), rest: 'kept' };
}

/** Some hundred turns. What was before them is read again where people want it. */
const defaultMax = 4000;

/** Returns the keeper of a conversation. The conversation is opened by `open()`; until then what is said waits. */
export function openKeeper(storage: ConversationStorage, key: string, kept: KeptConversation): Keeper {
  let here: KeptHere | undefined;
  let state: 'new' | 'opened' | 'closed' = 'new';
  kept.store.setState({ place: 'opening' });
  return {
    open: () => {
      if (state !== 'new') return;
      state = 'opened';
      here = keepConversation(storage, key, kept);
    },
    begin: (active) => {
      const begun = here?.keeper.begin(active);
      if (begun === undefined) throw notOpen();
      return begun;
    },
    end: (outcome) => here?.keeper.end(outcome),
    changed: () => here?.keeper.changed(),
    told: (event) => here?.keeper.told(event),
    showEarlier: () => here?.showEarlier(),
    keepsEvents: storage.readLog !== undefined,
    showsAll: () => here?.showsAll() === true,
    stop: (reason) => here?.keeper.stop(reason),
    elsewhere: () => here?.elsewhere(),
    takeLead: () => here?.takeLead(),
    close: () => {
      state = 'closed';
      here?.close();
    },
  };
}

/** @throws UserError `still-opening` where another page goes on with a conversation, or this one is not so far yet. */
export function refuseElsewhere({ place }: Pick<ConversationState, 'place'>): void {
  if (place !== 'here') throw notOpen();
}

function notOpen(): UserError {
  return new UserError(
    'still-opening',
    'A run was to begin in a conversation that this page does not have: it is being opened, or another tab goes on with it. Look at `place` first; what is passed to start() waits.',
  );
}
