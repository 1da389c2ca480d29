import type { DecidedBy } from '../../protocol/decided-by.js';
import { isInOtherPage } from '../../store/state/page-id.js';

/** Whether it is news who decided: the reader of the page is a person without a name, and the page and the app are where they are. */
export function isTelling(by: DecidedBy | undefined): by is DecidedBy {
  if (by?.type !== 'person') return by?.type === 'people' || by?.type === 'rule' || by?.type === 'grant';
  return by.name !== undefined || by.id !== undefined || isInOtherPage(by);
}
