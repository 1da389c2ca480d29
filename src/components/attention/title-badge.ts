import { windowOf } from '../page-realm.js';
import { createTally } from './tally.js';

/** Formats a title from the number of pending calls and the app's own title. */
export type FormatTitle = (count: number, title: string) => string;

/** The title of a page, with the number of pending calls while the page is hidden. */
interface TitleBadge {
  /** Sets the pending calls of one user of the badge. The newest of several formats is used. */
  readonly show: (user: object, itemIds: readonly string[], format: FormatTitle) => void;
}

const badges: WeakMap<Document, TitleBadge> = new WeakMap();

/** The one badge of a page. */
export function titleBadge(page: Document): TitleBadge {
  const badge = badges.get(page) ?? createTitleBadge(page);
  badges.set(page, badge);
  return badge;
}

function createTitleBadge(page: Document): TitleBadge {
  let format: FormatTitle = (_, title) => title;
  /** The app's title, and its replacement. */
  let shown: { readonly own: string | undefined; readonly text: string } | undefined;
  let isWatching = false;
  const tally = createTally(() => update());

  /** Returns the app's title. A title that the app has set since then wins; our own prefix is removed from it. */
  const ownTitle = (): string | undefined => {
    const now = readTitle(page);
    if (shown === undefined || now === undefined) return now;
    const { text, own } = shown;
    return now === text ? own : now.replace(text, () => own ?? '');
  };
  const update = (): void => {
    const count = tally.total();
    const own = ownTitle();
    const isDue = count > 0 && page.visibilityState === 'hidden';
    const text = isDue ? format(count, own ?? '') : own;
    shown = isDue && text !== undefined ? { own, text } : undefined;
    if (readTitle(page) !== text) writeTitle(page, text);
    if (shown === undefined) observer.disconnect();
    // The whole document: an app may replace the element, or all of the head.
    else observer.observe(page, { childList: true, subtree: true, characterData: true });
    observer.takeRecords();
    watch(count > 0);
  };
  const Observer = windowOf(page)?.MutationObserver ?? MutationObserver;
  const observer = new Observer(() => {
    if (readTitle(page) !== shown?.text) update();
  });
  const watch = (wanted: boolean): void => {
    if (wanted === isWatching) return;
    isWatching = wanted;
    if (wanted) page.addEventListener('visibilitychange', update);
    else page.removeEventListener('visibilitychange', update);
  };

  return {
    show: (user, itemIds, wanted) => {
      if (itemIds.length > 0) format = wanted;
      tally.set(user, itemIds);
    },
  };
}

function readTitle(page: Document): string | undefined {
  return page.querySelector('title')?.textContent ?? undefined;
}

/** Writes the element's text: `document.title` would lose blanks. */
function writeTitle(page: Document, text: string | undefined): void {
  const element = page.querySelector('title');
  if (text === undefined) element?.remove();
  else if (element === null) page.title = text;
  else element.textContent = text;
}
