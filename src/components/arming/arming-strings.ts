import type { IgnoredBecause } from './watch-arming.js';

const englishArming = {
  /** By why it did not: the button had only just come into view, was out of view and is in it now, had just moved, was covered until just now, could hardly be seen, or the first click was elsewhere. */
  ignored: {
    new: 'That press did not count: the button had only just appeared. Press again.',
    hidden: 'That press did not count: the button was out of view. It is in view now: press again.',
    moved: 'That press did not count: the button had just moved. Press again.',
    covered: 'That press did not count: something had just covered the button. Press again.',
    faint: 'That press did not count: the button is too small or too faint to be seen.',
    elsewhere: 'That press did not count: the first click of it was on something else. Press again.',
  } satisfies Readonly<Record<IgnoredBecause, string>>,
};

/** The English words of presses that did not count. */
export const armingStrings = { group: 'arming' as const, english: englishArming };
