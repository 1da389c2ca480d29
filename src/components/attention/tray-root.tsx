'use client';
import { type RefObject, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { PendingBatch, PendingItem } from '../../approval/broker/pending.js';
import { attentionStrings } from '../../words/english/inbox.js';
import { jumpToCard, jumpWhenRendered } from '../card/jump-to-card.js';
import { closePopover } from '../page-gaps.js';
import { pageRootOf } from '../page-realm.js';
import { type Part, part } from '../part/part.js';
import { useWords } from '../strings-provider.js';
import { agentNames } from '../value/agent-path.js';
import type { ParkedCalls, WaitingCalls } from './decision-source.js';
import { TrayContext, type TrayContextValue, type TrayOwner } from './tray-context.js';
import { type DecisionSources, useParked, useWaiting } from './use-waiting.js';

/** State of `Tray.Root`, `Tray.Trigger` and `Tray.Popover`: `data-state` and `data-calls`. */
export interface TrayState {
  readonly state: 'open' | 'closed';
  readonly calls: 'waiting' | 'none';
}

/** Props of `Tray.Root`. */
export interface TrayRootProps {
  /** Conversations (results of `useAgentRun`), or a broker that they share. */
  readonly sources: DecisionSources;
  /** Returns the name of a batch's owner. Default: the path of the agent. */
  readonly nameOf?: ((batch: PendingBatch) => string | undefined) | undefined;
  /**
   * Called for a card that is not in the page, so that the app shows it: another page, another tab. Once rendered, it
   * receives the focus, unless the user does something else before.
   */
  readonly onJump?: ((item: PendingItem, batch: PendingBatch) => void) | undefined;
}

/**
 * The pending calls of any number of conversations, runs and sub-agents.
 *
 * @example
 * <Tray.Root sources={[chat, review]}>
 *   <Tray.Trigger /><Tray.Popover><Tray.Title /><Tray.Groups /></Tray.Popover>
 * </Tray.Root>
 */
export const TrayRoot: Part<'div', TrayState, TrayRootProps> = part(
  'Tray.Root',
  'div',
  ({ sources, nameOf, onJump, children, ...rest }, render) => {
    const tray = useRef<HTMLDivElement>(null);
    const words = useWords(attentionStrings).owner;
    const waiting = useWaiting(sources);
    const id = useId();
    const [state, setState] = useState<'open' | 'closed'>('closed');
    const owners = useMemo(
      () => ownersOf(waiting, (batch) => nameOf?.(batch) ?? words(agentNames(batch.agentPath))),
      [waiting, nameOf, words],
    );
    const count = waiting.reduce((sum, { items }) => sum + items.length, 0);
    const cancel = useRef(() => {});
    const jump = useCallback(
      (item: PendingItem) => {
        cancel.current();
        closeTray(tray.current);
        const page = tray.current === null ? document : pageRootOf(tray.current);
        if (jumpToCard(item, page)) return;
        const found = waiting.find(({ batch }) => batch.batchId === item.batchId);
        if (found === undefined || onJump === undefined) return;
        onJump(item, found.batch);
        cancel.current = jumpWhenRendered(item, page);
      },
      [waiting, onJump],
    );
    const parked = useParked(sources);
    const reopen = useReopen({ tray, waiting, jump });
    const context = useMemo<TrayContextValue>(
      () => ({ id, titleId: `${id}title`, owners, count, parked, state, setState, jump, reopen }),
      [id, owners, count, parked, state, jump, reopen],
    );
    return render(rest, {
      'data-cs': 'tray',
      state: trayState(context),
      ref: tray,
      children: <TrayContext.Provider value={context}>{children}</TrayContext.Provider>,
    });
  },
);

interface Reopening extends Pick<TrayContextValue, 'jump'> {
  readonly tray: RefObject<HTMLElement | null>;
  readonly waiting: readonly WaitingCalls[];
}

/** Resumes parked calls, and moves to the first card once it is pending. */
function useReopen({ tray, waiting, jump }: Reopening): TrayContextValue['reopen'] {
  const opened = useRef<ParkedCalls['conversation']>(undefined);
  useEffect(() => {
    const pending = opened.current?.store.getState().pending ?? [];
    const found = waiting.find(({ batch }) => pending.includes(batch))?.items[0];
    if (found === undefined) return;
    opened.current = undefined;
    jump(found);
  }, [waiting, jump]);
  return useCallback(
    ({ conversation }) => {
      closeTray(tray.current);
      opened.current = conversation;
      conversation.resume();
    },
    [tray],
  );
}

function closeTray(tray: HTMLElement | null): void {
  closePopover(tray?.querySelector<HTMLElement>('[data-cs="tray-popover"]') ?? null);
}

/** Returns the state that the parts expose. */
export function trayState({ state, count }: Pick<TrayContextValue, 'state' | 'count'>): TrayState {
  return { state, calls: count > 0 ? 'waiting' : 'none' };
}

/** Groups pending calls by owner. Two runs of one agent are separate owners: an answer belongs to one of them. */
function ownersOf(waiting: readonly WaitingCalls[], nameOf: (batch: PendingBatch) => string): readonly TrayOwner[] {
  const owners = new Map<string, TrayOwner>();
  for (const each of waiting) {
    const { runId, agentPath } = each.batch;
    const id = JSON.stringify([runId, agentPath]);
    const batches = [...(owners.get(id)?.batches ?? []), each];
    owners.set(id, { id, name: nameOf(each.batch), batches });
  }
  return [...owners.values()];
}
