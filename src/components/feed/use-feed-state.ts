'use client';
import { useDeferredValue, useId, useMemo, useState } from 'react';
import type { ConversationState } from '../../conversation/state/conversation-state.js';
import type { RunEvents } from '../../conversation/state/event-list.js';
import { feedFormat } from '../../feed/feed-format.js';
import { FeedProjector } from '../../feed/feed-projector.js';
import type { FeedRow } from '../../feed/feed-row.js';
import { FeedView } from '../../feed/feed-view.js';
import { type FeedFilter, matcherOf, noFilter } from '../../feed/match-row.js';
import { useConversation } from '../../hooks/use-conversation.js';
import { stateStrings } from '../../words/english/card.js';
import { feedStrings } from '../../words/english/feed.js';
import { useFormat, useWords } from '../strings-provider.js';
import type { FeedActions, FeedContextValue, FeedRun } from './feed-context.js';

/** The source of a feed's events. */
export type FeedSource =
  /** A conversation: the events of all its runs, as they happen. */
  | { readonly run: FeedRun; readonly events?: undefined }
  /** A list, such as a stored one. An array that is mutated does not render: pass a new list. */
  | { readonly events: RunEvents; readonly run?: undefined };

/** The state of a run without events. */
const nothing = { events: [], status: 'idle', earlierEvents: 'none' } as unknown as ConversationState; // A page with a list needs no conversation.
const noRun: FeedRun = {
  store: { getState: () => nothing, getInitialState: () => nothing, subscribe: () => () => {} },
};

const noPositions: ReadonlyMap<string, number> = new Map();
const noKeys: ReadonlySet<string> = new Set();

/** Returns the events of a feed. */
function useEvents({ run, events: list }: FeedSource): RunEvents {
  const told = useConversation(run ?? noRun, (state) => state.events);
  return list ?? told;
}

/** Returns the state and the actions of a feed. */
export function useFeedState(feedSource: FeedSource): FeedContextValue {
  const { run } = feedSource;
  const events = useEvents(feedSource);
  const status = useConversation(run ?? noRun, (state) => state.status);
  const earlierEvents = useConversation(run ?? noRun, (state) => state.earlierEvents);
  const [filter, setFilter] = useState<FeedFilter>(noFilter);
  const [folded, setFolded] = useState(noKeys);
  const [open, setOpen] = useState(noPositions);
  const [active, setActive] = useState<FeedRow>();
  const [follows, setFollows] = useState(true);
  const actions = useMemo<FeedActions>(
    () => ({
      filter: (change) => setFilter((last) => ({ ...last, ...change })),
      follow: setFollows,
      fold: ({ key }, isFolded) => setFolded((last) => withKey(last, key, isFolded)),
      open: ({ key, position }, isOpen) => {
        // The line that the user reads must not scroll away.
        if (isOpen) setFollows(false);
        setOpen((last) => new Map(isOpen ? [...last, [key, position]] : [...last].filter(([other]) => other !== key)));
      },
      activate: setActive,
    }),
    [],
  );

  const feed = useWords(feedStrings);
  const card = useWords(stateStrings);
  const { locale, timeZone } = useFormat();
  const format = feedFormat(locale, timeZone);
  const words = useMemo(() => ({ feed, calls: card, format }), [feed, card, format]);
  const projector = useMemo(() => new FeedProjector(words), [words]);
  const view = useMemo(() => new FeedView(), []);
  // Typing takes precedence over showing matches.
  const wanted = useDeferredValue(filter);
  const viewOptions = useMemo(() => ({ matches: matcherOf(wanted), folded }), [wanted, folded]);
  const log = projector.read(events);
  view.read(log, viewOptions);
  const finds = useMemo(() => {
    const isSearch = wanted.text.trim() !== '';
    return (
      isSearch &&
      ((others: RunEvents) => new FeedView().read(new FeedProjector(words).read(others), viewOptions).length > 0)
    );
  }, [words, viewOptions, wanted]);
  const source = { run, events, earlierEvents, finds };
  return { id: useId(), ...source, log, view, format, status, filter, folded, open, active, follows, actions };
}

function withKey(keys: ReadonlySet<string>, key: string, isIn: boolean): ReadonlySet<string> {
  const next = new Set(keys);
  if (isIn) next.add(key);
  else next.delete(key);
  return next;
}
