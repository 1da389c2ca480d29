import { randomId } from '../../protocol/base/ids.js';
import type { DecidedBy } from '../../protocol/decided-by.js';

type Person = Extract<DecidedBy, { type: 'person' }>;

const key = 'countersign-page';

let known: string | undefined;

/** Adds the id of this page to an action of a person, because several pages may show the same conversation. */
export function inThisPage<T extends { readonly by?: Person | { readonly type: 'page' } }>(options: T): T {
  const { by = { type: 'person' } } = options;
  return by.type === 'page' || by.page !== undefined ? options : { ...options, by: { ...by, page: pageId() } };
}

/** Returns `true` if a person answered in another page than this. */
export function isInOtherPage(by: DecidedBy): by is Person {
  return by.type === 'person' && by.page !== undefined && by.page !== (known ?? remembered());
}

/** Returns the id of this page. It stays the same after a reload. A duplicated tab has the same id as the original. */
function pageId(): string {
  known ??= remembered() ?? randomId();
  try {
    sessionStorage.setItem(key, known);
  } catch {
    // Without sessionStorage, the page has another id after a reload.
  }
  return known;
}

function remembered(): string | undefined {
  try {
    return sessionStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}
