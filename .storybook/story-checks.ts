/** How many stories have been played in this page, and after how many of them the set-up of the tests has looked at the other theme. */
export const storyChecks = { played: 0, looked: 0 };

/**
 * A story begins. In tests, the one before it has been looked at: files share a page, and a file without its set-up would go unchecked.
 *
 * @throws Error where it was not.
 */
export function countStory(): void {
  if (!('__vitest_browser__' in globalThis)) return;
  const { played, looked } = storyChecks;
  if (looked < played)
    throw new Error('The story before this one was checked in one theme only: its set-up was not run.');
  storyChecks.played += 1;
}
