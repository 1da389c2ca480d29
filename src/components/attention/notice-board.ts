import type { PendingItem } from '../../approval/broker/pending.js';
import { type Notice, notificationState, notify } from './notices.js';

/** What one user of the board wants told. */
export interface NoticeUser {
  readonly notices: readonly Notice[];
  /** A notification of one of its batches was pressed. */
  readonly onPress: (item: PendingItem) => void;
}

/** Which batches are told of outside of the page: each once, whoever wants it. */
export interface NoticeBoard {
  /** `undefined`: it is gone. */
  readonly set: (user: object, wanted: NoticeUser | undefined) => void;
}

/** The one board of the page. */
export const noticeBoard: NoticeBoard = createNoticeBoard();

function createNoticeBoard(): NoticeBoard {
  const users = new Map<object, NoticeUser>();
  /** Batches that need no telling any more: their notification, or nothing where a person has had them on screen. */
  const told = new Map<string, Notification | undefined>();

  const press = (batchId: string): void => {
    window.focus();
    told.get(batchId)?.close();
    for (const { notices, onPress } of users.values()) {
      const notice = notices.find((each) => each.batchId === batchId);
      if (notice === undefined) continue;
      onPress(notice.item);
      return;
    }
  };
  const tell = (notice: Notice): Notification | undefined => {
    if (document.visibilityState !== 'hidden' || notificationState() !== 'granted') return undefined;
    const shown = notify(notice);
    shown?.addEventListener('click', () => press(notice.batchId));
    return shown;
  };
  const onVisibility = (): void => {
    if (document.visibilityState === 'hidden') return;
    for (const [batchId, shown] of told) {
      shown?.close();
      told.set(batchId, undefined);
    }
  };
  const update = (): void => {
    const wanted = [...users.values()].flatMap(({ notices }) => notices);
    for (const [batchId, shown] of told) {
      if (wanted.some((notice) => notice.batchId === batchId)) continue;
      shown?.close();
      told.delete(batchId);
    }
    for (const notice of wanted) if (!told.has(notice.batchId)) told.set(notice.batchId, tell(notice));
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
