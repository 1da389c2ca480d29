import type { PendingItem } from '../../approval/broker/pending.js';

/** What a notification says. */
export interface Notice {
  readonly batchId: string;
  readonly title: string;
  readonly body: string;
  readonly icon?: string | undefined;
  /** The call to go to at a press. */
  readonly item: PendingItem;
}

/** Whether the page may notify: as the browser has it, or `unsupported` where it cannot at all. */
export type NotificationState = NotificationPermission | 'unsupported';

const listeners = new Set<() => void>();
/** Some have the constructor, and refuse to use it outside of a service worker. */
let isBroken = false;

/** What the browser says now. */
export function notificationState(): NotificationState {
  return isBroken || typeof Notification === 'undefined' ? 'unsupported' : Notification.permission;
}

/** Calls back when the permission may have changed. */
export function onNotificationState(listener: () => void): () => void {
  listeners.add(listener);
  document.addEventListener('visibilitychange', listener);
  return () => {
    listeners.delete(listener);
    document.removeEventListener('visibilitychange', listener);
  };
}

/** Asks the person. Browsers listen to it in a press only. Never rejects. */
export async function requestNotifications(): Promise<NotificationState> {
  if (notificationState() === 'default') await Notification.requestPermission().catch(() => undefined);
  tell();
  return notificationState();
}

/** Shows a notification; nothing where the browser cannot. */
export function notify({ batchId, title, body, icon }: Notice): Notification | undefined {
  try {
    return new Notification(title, { body, tag: batchId, ...(icon === undefined ? {} : { icon }) });
  } catch {
    isBroken = true;
    tell();
    return undefined;
  }
}

function tell(): void {
  for (const listener of listeners) listener();
}
