'use client';
import { useEffect, useRef, useState } from 'react';
import type { UseAgentRunResult } from '../../hooks/use-agent-run.js';
import type { ConversationState } from '../../store/state/conversation-state.js';
import { newerThan } from '../../store/state/event-list.js';
import { batchStrings } from '../../words/english/batch.js';
import { stateStrings } from '../../words/english/card.js';
import { needsPerson } from '../card/needs-person.js';
import type { AnnouncerProps } from '../part/announcer.js';
import { useWords } from '../strings-provider.js';
import { CallNews, type NewsWords } from './call-news.js';

/** What comes within so many milliseconds is told together: answers to several calls come one by one. */
const together = 100;

/** What became of calls since the component is there, to be read aloud: decisions with how many are left, and results. */
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
      // What was kept has happened before, and another page may have said it.
      const isRead = place !== before.place;
      if (isRead || events.length < before.events.length) news = newsFrom(state);
      const fresh = isRead ? [] : newerThan(events, heard);
      heard = events.at(-1);
      // Each of them has to be heard.
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

/** What is told later is told in the words that hold then. */
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
