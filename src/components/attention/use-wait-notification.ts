'use client';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { PendingItem } from '../../approval/broker/pending.js';
import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import type { DeferredCall } from '../../protocol/deferred.js';
import { queueStrings } from '../../words/english/approval.js';
import { attentionStrings } from '../../words/english/inbox.js';
import { jumpToCard } from '../card/jump-to-card.js';
import { countNeeded } from '../card/needs-person.js';
import { useWords } from '../strings-provider.js';
import { hideInText } from '../value/hidden-places.js';
import {
  batchNotifications,
  type Notice,
  type NotificationState,
  notificationState,
  onNotificationState,
  requestNotifications,
} from './batch-notifications.js';
import type { WaitingCalls } from './decision-source.js';
import { type DecisionSources, useWaiting } from './use-waiting.js';

/** Options of {@link useWaitNotification}. */
export interface WaitNotificationOptions {
  /** The address of an image. Default: none. */
  readonly icon?: string | undefined;
  /** The highest number of titles in the text. Default 3. */
  readonly maxTitles?: number | undefined;
  /** Called at a press when the card is not in the page, so that the app can show it. Default: nothing. */
  readonly onJump?: ((item: PendingItem) => void) | undefined;
}

/** The result of {@link useWaitNotification}. */
export interface WaitNotification {
  /** `default`: permission was not requested yet. `unsupported`: the browser cannot notify, or this is a server. */
  readonly permission: NotificationState;
  /** Asks for permission. Call it during a press. Never rejects. */
  readonly requestPermission: () => Promise<NotificationState>;
}

/**
 * Shows a notification when a batch arrives while the tab is hidden: one for each batch, with the titles of its calls
 * and without secrets. It closes when the batch is answered or the tab is shown; a press on it opens the tab and the
 * card.
 *
 * @param sources conversations, brokers, or one of them.
 * @example
 * const { permission, requestPermission } = useWaitNotification(run);
 * return permission === 'default' ? <button onClick={requestPermission}>Notify me</button> : null;
 */
export function useWaitNotification(sources: DecisionSources, options: WaitNotificationOptions = {}): WaitNotification {
  const { icon, maxTitles = 3, onJump } = options;
  const approval = useWords(queueStrings);
  const attention = useWords(attentionStrings);
  const waiting = useWaiting(sources);
  const permission = useSyncExternalStore(onNotificationState, notificationState, onServer);
  const latest = useRef(onJump);
  const user = useRef({});
  useEffect(() => {
    latest.current = onJump;
  }, [onJump]);
  useEffect(() => {
    const notices = waiting.map(({ batch, items }: WaitingCalls): Notice | undefined => {
      const [item] = items;
      if (item === undefined) return undefined;
      const titles = items.slice(0, maxTitles).map(({ call }) => safeTitle(call));
      const body = attention.notice(titles, items.length - titles.length);
      return { batchId: batch.batchId, title: approval.callsNeedYou(countNeeded(items)), body, icon, item };
    });
    batchNotifications.set(user.current, {
      notices: notices.filter((notice) => notice !== undefined),
      onPress: (item) => {
        if (!jumpToCard(item)) latest.current?.(item);
      },
    });
  }, [waiting, maxTitles, icon, approval, attention]);
  useEffect(() => {
    const { current } = user;
    return () => batchNotifications.set(current, undefined);
  }, []);
  return { permission, requestPermission: requestNotifications };
}

function onServer(): NotificationState {
  return 'unsupported';
}

/** The length at which titles are cut: a notification shows a line or two of each. */
const longest = 90;

/** Returns a call's title for use outside of the page: without redacted values and invisible characters. */
export function safeTitle(call: DeferredCall): string {
  const text = escapeUnseen(hideInText(call.title, call).replace(/\s+/g, ' ').trim());
  const characters = [...text];
  return characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : text;
}
