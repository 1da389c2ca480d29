'use client';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { persistedLogs } from '../../store/state/event-log.js';
import { feedStrings } from '../../words/english/feed.js';
import { type Part, part } from '../part/part.js';
import { useWithin } from '../part/use-within.js';
import { useWords } from '../strings-provider.js';
import { FeedContext } from './feed-context.js';

/**
 * What was before the first line: more that is kept, with a button that shows it, or what nothing holds any more. Nothing where these are all.
 * A search that finds nothing in what is shown looks on in what is kept, by itself, and shows more only up to what it finds.
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
    // The button goes away with the last of them: its focus stays with the words that say so.
    const hadFocus = useRef(false);
    useEffect(() => {
      if (!canShow && hadFocus.current) line.current?.focus();
    }, [canShow]);
    // Who looks for what is not shown is shown more until it is found: a part at a time, so that it can be broken off. What is nowhere is looked for
    // without that, so that the page need not hold all there is.
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
      // Where nobody knows what is kept, it may be there.
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
