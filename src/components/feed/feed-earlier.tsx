'use client';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { persistedLogs } from '../../conversation/state/event-log.js';
import { feedStrings } from '../../words/english/feed.js';
import { type Part, part } from '../part/part.js';
import { useWithin } from '../part/use-within.js';
import { useWords } from '../strings-provider.js';
import { FeedContext } from './feed-context.js';

/**
 * A note about events before the first line: persisted ones, with a button that shows them, or lost ones. Renders
 * nothing if there are none. A search without matches continues in persisted events by itself, and loads them only up
 * to the first match.
 */
export const FeedEarlier: Part<'div', { events: 'none' | 'kept' | 'dropped' }> = part(
  'Feed.Earlier',
  'div',
  (props, render) => {
    const { run, earlierEvents: events, events: shown, finds, view } = useWithin(FeedContext, 'Feed.Earlier');
    const strings = useWords(feedStrings);
    const line = useRef<HTMLSpanElement>(null);
    const [wasAsked, setAsked] = useState(false);
    const showEarlier = events === 'kept' ? run?.showEarlier : undefined;
    const canShow = showEarlier !== undefined;
    // The button is removed with the last of them: the focus moves to the note that replaces it.
    const hadFocus = useRef(false);
    useEffect(() => {
      if (!canShow && hadFocus.current) line.current?.focus();
    }, [canShow]);
    // A search loads earlier events until there is a match, a part at a time, so that it can be cancelled. A text
    // without any match is searched without loading, so that the page need not hold all events.
    const first = shown.at(0);
    const isSought = canShow && finds !== false && view.length === 0;
    const [sought, setSought] = useState<{ readonly finds: typeof finds; readonly isThere: boolean }>();
    const isThere = sought?.finds === finds ? sought.isThere : undefined;
    // biome-ignore lint/correctness/useExhaustiveDependencies: what came last had nothing of it
    useEffect(() => {
      if (run === undefined || !isSought || isThere === false) return;
      if (isThere === true) return showEarlier();
      let isOver = false;
      const { store } = run;
      // If it is unknown which events are persisted, there may be a match.
      const looked = persistedLogs.get(store)?.has(store.getState(), (others) => isOver || finds(others));
      void Promise.resolve(looked ?? true).then((is) => isOver || setSought({ finds, isThere: is }));
      return () => {
        isOver = true;
      };
    }, [isSought, isThere, first, finds]);
    if ((events === 'none' && !wasAsked) || isThere === false) return null;
    const children: ReactNode = (
      <>
        <span data-cs="feed-note" tabIndex={-1} ref={line}>
          {strings.earlier[events]}
        </span>
        {canShow ? (
          <button
            type="button"
            data-cs="button"
            data-look="quiet"
            data-action="earlier"
            onFocus={() => {
              hadFocus.current = true;
            }}
            onBlur={() => {
              hadFocus.current = false;
            }}
            onClick={() => {
              setAsked(true);
              showEarlier();
            }}
          >
            {strings.showEarlier}
          </button>
        ) : null}
      </>
    );
    return render(props, { 'data-cs': 'feed-earlier', state: { events }, children });
  },
);
