'use client';
import { useEffect, useRef, useState } from 'react';
import type { ConversationState } from '../../conversation/state/conversation-state.js';
import { newerThan } from '../../conversation/state/event-list.js';
import type { UseAgentRunResult } from '../../hooks/use-agent-run.js';
import { batchStrings } from '../../words/english/batch.js';
import { stateStrings } from '../../words/english/card.js';
import { needsPerson } from '../card/needs-person.js';
import type { AnnouncerProps } from '../part/announcer.js';
import { useWords } from '../strings-provider.js';
import { CallNews, type NewsWords } from './call-news.js';

/** The window in milliseconds in which news are announced together: answers to several calls arrive one by one. */
const together = 100;

/**
 * Returns decisions with the number of calls left, and results, since the component was mounted, as text to announce.
 */
export function useCallNews(run: Pick<UseAgentRunResult, 'store' | 'clientTools'>): AnnouncerProps {
  const { store, clientTools } = run;
  const [told, setTold] = useState<AnnouncerProps>({ id: '', text: '' });
  const latest = useLatest({ clientTools, batch: useWords(batchStrings), card: useWords(stateStrings) });
  useEffect(() => {
    let news = newsFrom(store.getState());
    let heard = store.getState().events.at(-1);
    let count = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tell = (): void => {
      timer = undefined;
      const open = openCalls(store.getState(), latest.current.clientTools);
      const text = news.take(open, latest.current);
      count++;
      if (text !== '') setTold({ id: String(count), text });
    };
    const unsubscribe = store.subscribe((state, before) => {
      const { events, place } = state;
      // Persisted events happened earlier, and another page may have announced them.
      const isRead = place !== before.place;
      if (isRead || events.length < before.events.length) news = newsFrom(state);
      const fresh = isRead ? [] : newerThan(events, heard);
      heard = events.at(-1);
      // Each event has to be processed.
      const hasNews = fresh.map((event) => news.add(event)).some(Boolean);
      if (hasNews) timer ??= setTimeout(tell, together);
    });
    return () => {
      unsubscribe();
      clearTimeout(timer);
    };
  }, [store, latest]);
  return told;
}

interface Latest extends NewsWords {
  readonly clientTools: UseAgentRunResult['clientTools'];
}

/** Returns a ref to the latest value, so that a later announcement uses the current strings. */
function useLatest(value: Latest): { readonly current: Latest } {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}

function newsFrom({ pending }: ConversationState): CallNews {
  const news = new CallNews();
  news.know(pending);
  return news;
}

function openCalls({ pending }: ConversationState, clientTools: UseAgentRunResult['clientTools']): number {
  const items = pending.flatMap((batch) => batch.items);
  return items.filter((item) => item.state.status !== 'decided' && needsPerson(item, clientTools)).length;
}
