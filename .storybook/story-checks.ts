/** Counters of played stories, and of stories that the test setup has checked in the other theme. */
export const storyChecks = { played: 0, looked: 0 };

/**
 * Call it at the start of a story. In tests it checks that the setup has checked the previous story, because files
 * share a page and one without its setup would go unchecked.
 *
 * @throws Error if the previous story was not checked.
 */
export function countStory(): void {
  if (!('__vitest_browser__' in globalThis)) return;
  const { played, looked } = storyChecks;
  if (looked < played)
    throw new Error('The story before this one was checked in one theme only: its set-up was not run.');
  storyChecks.played += 1;
}
