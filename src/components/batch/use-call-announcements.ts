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
import { type AnnouncementWords, CallAnnouncements } from './call-announcements.js';

/** The time in which changes are collected into one announcement, in milliseconds: answers arrive one by one. */
const collectMs = 100;

/** Returns text to announce: decisions, the number of calls that still need a person, and results since mounting. */
export function useCallAnnouncements(run: Pick<UseAgentRunResult, 'store' | 'clientTools'>): AnnouncerProps {
  const { store, clientTools } = run;
  const [announcement, setAnnouncement] = useState<AnnouncerProps>({ id: '', text: '' });
  const latest = useLatest({ clientTools, batch: useWords(batchStrings), card: useWords(stateStrings) });
  useEffect(() => {
    let announcements = announcementsFrom(store.getState());
    let lastEvent = store.getState().events.at(-1);
    let count = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const announce = (): void => {
      timer = undefined;
      const open = openCalls(store.getState(), latest.current.clientTools);
      const text = announcements.drain(open, latest.current);
      count++;
      if (text !== '') setAnnouncement({ id: String(count), text });
    };
    const unsubscribe = store.subscribe((state, before) => {
      const { events, place } = state;
      // Persisted events happened earlier, and another page may have announced them.
      const isRead = place !== before.place;
      if (isRead || events.length < before.events.length) announcements = announcementsFrom(state);
      const fresh = isRead ? [] : newerThan(events, lastEvent);
      lastEvent = events.at(-1);
      // Each event has to be processed.
      const hasChanged = fresh.map((event) => announcements.applyEvent(event)).some(Boolean);
      if (hasChanged) timer ??= setTimeout(announce, collectMs);
    });
    return () => {
      unsubscribe();
      clearTimeout(timer);
    };
  }, [store, latest]);
  return announcement;
}

interface Latest extends AnnouncementWords {
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

function announcementsFrom({ pending }: ConversationState): CallAnnouncements {
  const announcements = new CallAnnouncements();
  announcements.recordPending(pending);
  return announcements;
}

function openCalls({ pending }: ConversationState, clientTools: UseAgentRunResult['clientTools']): number {
  const items = pending.flatMap((batch) => batch.items);
  return items.filter((item) => item.state.status !== 'decided' && needsPerson(item, clientTools)).length;
}
