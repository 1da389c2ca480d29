import type { PendingItem } from '../../approval/broker/pending.js';

/** The notifications that one user of the board wants. */
interface NotificationUser {
  readonly notices: readonly Notice[];
  /** Called when a notification of one of its batches was pressed. */
  readonly onPress: (item: PendingItem) => void;
}

/** The batches with a notification: one each, for any number of users. */
interface BatchNotifications {
  /** Sets the wishes of a user; `undefined` removes it. */
  readonly set: (user: object, wanted: NotificationUser | undefined) => void;
}

/** The one board of the page. */
export const batchNotifications: BatchNotifications = createBatchNotifications();

function createBatchNotifications(): BatchNotifications {
  const users = new Map<object, NotificationUser>();
  /** Batches that need no further notification: with theirs, or `undefined` if the user has had them on screen. */
  const shownNotices = new Map<string, Notification | undefined>();

  const press = (batchId: string): void => {
    window.focus();
    shownNotices.get(batchId)?.close();
    for (const { notices, onPress } of users.values()) {
      const notice = notices.find((each) => each.batchId === batchId);
      if (notice === undefined) continue;
      onPress(notice.item);
      return;
    }
  };
  const showNotice = (notice: Notice): Notification | undefined => {
    if (document.visibilityState !== 'hidden' || notificationState() !== 'granted') return undefined;
    const shown = notify(notice);
    shown?.addEventListener('click', () => press(notice.batchId));
    return shown;
  };
  const onVisibility = (): void => {
    if (document.visibilityState === 'hidden') return;
    for (const [batchId, shown] of shownNotices) {
      shown?.close();
      shownNotices.set(batchId, undefined);
    }
  };
  const update = (): void => {
    const wanted = [...users.values()].flatMap(({ notices }) => notices);
    for (const [batchId, shown] of shownNotices) {
      if (wanted.some((notice) => notice.batchId === batchId)) continue;
      shown?.close();
      shownNotices.delete(batchId);
    }
    for (const notice of wanted)
      if (!shownNotices.has(notice.batchId)) shownNotices.set(notice.batchId, showNotice(notice));
  };
  return {
    set: (user, wanted) => {
      if (wanted === undefined) users.delete(user);
      else users.set(user, wanted);
      if (users.size === 0) document.removeEventListener('visibilitychange', onVisibility);
      else document.addEventListener('visibilitychange', onVisibility);
      update();
    },
  };
}

/** The content of a notification. */
export interface Notice {
  readonly batchId: string;
  readonly title: string;
  readonly body: string;
  readonly icon?: string | undefined;
  /** The call to open at a press. */
  readonly item: PendingItem;
}

/** The permission to notify; `unsupported` when the browser cannot at all. */
export type NotificationState = NotificationPermission | 'unsupported';

const noticeListeners = new Set<() => void>();

/** True when the browser has the constructor, but only a service worker may use it. */
let isBroken = false;

/** Returns the current permission. */
export function notificationState(): NotificationState {
  return isBroken || typeof Notification !== 'function' ? 'unsupported' : Notification.permission;
}

/** Calls the listener when the permission may have changed. */
export function onNotificationState(listener: () => void): () => void {
  noticeListeners.add(listener);
  document.addEventListener('visibilitychange', listener);
  return () => {
    noticeListeners.delete(listener);
    document.removeEventListener('visibilitychange', listener);
  };
}

/** Asks the user for permission. Browsers allow it only during a press. Never rejects. */
export async function requestNotifications(): Promise<NotificationState> {
  if (notificationState() === 'default') await Notification.requestPermission().catch(() => undefined);
  notifyListeners();
  return notificationState();
}

/** Shows a notification; does nothing if the browser cannot. */
export function notify({ batchId, title, body, icon }: Notice): Notification | undefined {
  try {
    return new Notification(title, { body, tag: batchId, ...(icon === undefined ? {} : { icon }) });
  } catch {
    isBroken = true;
    notifyListeners();
    return undefined;
  }
}

function notifyListeners(): void {
  for (const listener of noticeListeners) listener();
}
