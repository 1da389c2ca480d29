'use client';
import { type KeyboardEvent, type ReactElement, useEffect, useRef, useSyncExternalStore } from 'react';
import { dockStrings, feedStrings } from '../../words/english/feed.js';
import { Button } from '../part/button.js';
import { useWords } from '../strings-provider.js';
import { EventFeed } from './event-feed.js';
import type { FeedSource } from './use-feed-state.js';

const docks = ['corner', 'side', 'bottom'] as const;

interface PanelState {
  readonly isOpen: boolean;
  readonly dock: (typeof docks)[number];
}

/** Kept for the life of the page, across remounts and hot reloads of the app; never stored. */
let panel: PanelState = { isOpen: false, dock: 'corner' };
const listeners = new Set<() => void>();

function setPanel(change: Partial<PanelState>): void {
  panel = { ...panel, ...change };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

const closed: PanelState = panel;

/**
 * The feed for development: a button in the corner opens it in a panel beside the app, in a corner, at the side or at
 * the bottom. It is bundled only if it is imported: import it where only development loads it.
 *
 * @example {import.meta.env.DEV ? <FloatingEventFeed run={run} /> : null}
 */
export function FloatingEventFeed(props: FeedSource): ReactElement {
  const { title } = useWords(feedStrings);
  const strings = useWords(dockStrings);
  const { isOpen, dock } = useSyncExternalStore(
    subscribe,
    () => panel,
    () => closed,
  );
  const dialog = useRef<HTMLDialogElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const element = dialog.current;
    // Not show(), which would move the focus away from the app.
    if (element !== null) element.open = isOpen;
  }, [isOpen]);
  const close = (): void => {
    setPanel({ isOpen: false });
    opener.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && !event.defaultPrevented) close();
  };
  return (
    <div data-cs="feed-floating" data-dock={dock}>
      <button
        ref={opener}
        type="button"
        data-cs="feed-opener"
        aria-expanded={isOpen}
        onClick={() => (isOpen ? close() : setPanel({ isOpen: true }))}
      >
        {strings.open}
      </button>
      <dialog ref={dialog} data-cs="feed-panel" data-dock={dock} aria-label={title} onKeyDown={onKeyDown}>
        {isOpen ? (
          <>
            <div data-cs="feed-panel-bar">
              <select
                data-cs="feed-agents"
                aria-label={strings.dockLabel}
                value={dock}
                onChange={({ currentTarget }) =>
                  setPanel({ dock: docks.find((name) => name === currentTarget.value) ?? 'corner' })
                }
              >
                {docks.map((name) => (
                  <option key={name} value={name}>
                    {strings.dock[name]}
                  </option>
                ))}
              </select>
              <Button look="quiet" action="close" onPress={close}>
                {strings.close}
              </Button>
            </div>
            <EventFeed {...props} />
          </>
        ) : null}
      </dialog>
    </div>
  );
}
