import type { IgnoredBecause } from './watch-arming.js';

/** What is said of a press that did not count. */
export interface ArmingStrings {
  /** By why it did not: the button had only just come into view, had just moved, was covered until just now, or the first click was elsewhere. */
  readonly ignored: Readonly<Record<IgnoredBecause, string>>;
}
