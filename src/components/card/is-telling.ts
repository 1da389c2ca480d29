import type { DecidedBy } from '../../protocol/decided-by.js';

/** Whether it is news who decided: the reader of the page is a person without a name, and the page and the app are where they are. */
export function isTelling(by: DecidedBy | undefined): by is DecidedBy {
  return by?.type === 'rule' || by?.type === 'grant' || (by?.type === 'person' && by.name !== undefined);
}
