'use client';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { deferredCalls } from '../../protocol/deferred.js';
import { batchStrings } from '../../words/english/batch.js';
import { attentionStrings } from '../../words/english/inbox.js';
import { focusedElement, pageRootOf } from '../page-realm.js';
import { type Part, part } from '../part/part.js';
import { useHydrated } from '../part/use-hydrated.js';
import { useWithin } from '../part/use-within.js';
import { useFormat, useWords } from '../strings-provider.js';
import { TrayContext } from './tray-context.js';
import { type TrayState, trayState } from './tray-root.js';

/** The button with the number of pending calls, or else of parked ones. It opens the tray. */
export const TrayTrigger: Part<'button', TrayState> = part('Tray.Trigger', 'button', (props, render) => {
  const strings = useWords(attentionStrings);
  const batch = useWords(batchStrings);
  const { number } = useFormat();
  const isHydrated = useHydrated();
  const tray = useWithin(TrayContext, 'Tray.Trigger');
  const { id, count, parked, state } = tray;
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // Tells the browser that a press on the button is not outside of the popover, and where to position it.
    if (button.current) button.current.popoverTargetElement = pageRootOf(button.current).getElementById(id);
  }, [id]);
  const left = parked.reduce((sum, { calls }) => sum + deferredCalls(calls).length, 0);
  const none = left === 0 ? strings.nothing : batch.parked(left);
  return render(props, {
    'data-cs': 'tray-trigger',
    state: trayState(tray),
    'aria-haspopup': 'dialog',
    'aria-expanded': state === 'open',
    ref: button,
    children: count === 0 ? none : strings.waiting(count, isHydrated ? number(count) : String(count)),
  });
});

/**
 * The tray, a popover of the browser: Escape and a press elsewhere close it, and the focus returns. Arrow keys, Home
 * and End move between calls.
 */
export const TrayPopover: Part<'div', TrayState> = part('Tray.Popover', 'div', (props, render) => {
  const tray = useWithin(TrayContext, 'Tray.Popover');
  const { id, titleId, owners, state, setState } = tray;
  const panel = useRef<HTMLDivElement>(null);
  const hadFocus = useRef(false);
  useEffect(() => {
    const element = panel.current;
    // Not as a prop: React 18 listens to it only on `<details>`.
    const onToggle = ({ newState }: ToggleEvent): void => {
      setState(newState === 'open' ? 'open' : 'closed');
      if (newState === 'open') (itemsOf(element)[0] ?? element)?.focus();
    };
    element?.addEventListener('toggle', onToggle);
    return () => element?.removeEventListener('toggle', onToggle);
  }, [setState]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the call that had the focus may have been answered elsewhere
  useEffect(() => {
    const element = panel.current;
    const isLost = element !== null && focusedElement(element) === null;
    if (state === 'open' && hadFocus.current && isLost) (itemsOf(element)[0] ?? element)?.focus();
  }, [owners]);
  return render(props, {
    'data-cs': 'tray-popover',
    state: trayState(tray),
    id,
    popover: 'auto',
    role: 'dialog',
    tabIndex: -1,
    'aria-labelledby': titleId,
    onFocus: () => {
      hadFocus.current = true;
    },
    onBlur: ({ relatedTarget }) => {
      // Removing the focused element has no `relatedTarget` either: then the focus is only lost.
      if (relatedTarget !== null && !panel.current?.contains(relatedTarget as Node)) hadFocus.current = false;
    },
    onKeyDown: (event) => move(event, itemsOf(panel.current)),
    ref: panel,
  });
});

function itemsOf(element: HTMLElement | null): readonly HTMLElement[] {
  return [...(element?.querySelectorAll<HTMLElement>('[data-cs="tray-item"]') ?? [])];
}

function move(event: KeyboardEvent, items: readonly HTMLElement[]): void {
  const at = items.indexOf(focusedElement(event.currentTarget as HTMLElement) as HTMLElement); // Only compared.
  const to = { ArrowDown: at + 1, ArrowUp: at < 0 ? items.length - 1 : at - 1, Home: 0, End: items.length - 1 }[
    event.key
  ];
  const item = to === undefined ? undefined : items[(to + items.length) % items.length];
  if (item === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  item.focus();
}
