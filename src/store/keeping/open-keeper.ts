import type { RunJournal } from '../../agent/run/journal.js';
import { type CountersignError, UserError } from '../../protocol/base/errors.js';
import { type LazyPart, lazyPart } from '../../protocol/base/lazy-part.js';
import type { RunEvent } from '../../protocol/run-event.js';
import { loadShowing } from '../first-run/first-run.js';
import type { ConversationState } from '../state/conversation-state.js';
import type { EventRoom } from '../state/hold-events.js';
import type { ConversationKeeper } from './conversation-keeper.js';
import type { KeptConversation, KeptHere } from './keep-conversation.js';
import type { ActiveRun, ConversationStorage } from './stored-conversation.js';

/** What a conversation asks of its keeper. */
export interface Keeper
  extends Pick<ConversationKeeper, 'end' | 'stop' | 'close' | 'changed'>,
    Pick<KeptHere, 'elsewhere' | 'showsAll'> {
  /** Begins to open the conversation, once; again where the code for it could not be loaded. */
  readonly open: () => void;
  /** The same again, where its code could not be loaded. */
  readonly openAgain: () => void;
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

/** Loaded where it is needed. */
export const keepingPart: LazyPart<typeof import('./keep-conversation.js')['keepConversation']> = lazyPart(
  async () => (await import('./keep-conversation.js')).keepConversation,
);

/** The keeper of a conversation that is to be opened. Its code is loaded only then, with what shows its run: until it is there, what is said waits. */
export function openKeeper(storage: ConversationStorage, key: string, kept: KeptConversation): Keeper {
  const { store } = kept;
  let here: KeptHere | undefined;
  let state: 'new' | 'opened' | 'failed' = 'new';
  let isClosed = false;
  store.setState({ place: 'opening' });
  const load = async (): Promise<void> => {
    state = 'opened';
    try {
      // Side by side: no round trip waits for another.
      const [keepConversation] = await Promise.all([keepingPart(), loadShowing(), storage.preload?.()]);
      if (!isClosed) here = keepConversation(storage, key, kept);
    } catch (error) {
      state = 'failed';
      store.setState({ status: 'failed', error: error as CountersignError }); // that the code could not be loaded: nothing else comes of it
      globalThis.addEventListener?.('online', openAgain, { once: true });
    }
  };
  const openAgain = (): void => {
    if (state !== 'failed' || isClosed) return;
    store.setState({ status: 'idle', error: null });
    void load();
  };
  return {
    open: () => {
      if (state === 'new') void load();
    },
    openAgain,
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
    close: () => {
      isClosed = true;
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
