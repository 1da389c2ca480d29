import { isInOtherPage } from '../../conversation/state/page-id.js';
import type { DecidedBy } from '../../protocol/decided-by.js';

/**
 * Returns `true` when it is worth showing who decided: not for the reader, who has no name, nor for the page or the
 * app.
 */
export function isWorthShowing(by: DecidedBy | undefined): by is DecidedBy {
  if (by?.type !== 'person') return by?.type === 'people' || by?.type === 'rule' || by?.type === 'grant';
  return by.name !== undefined || by.id !== undefined || isInOtherPage(by);
}
