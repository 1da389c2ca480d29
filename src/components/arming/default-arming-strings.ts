import type { ArmingStrings } from './arming-strings.js';

/** The English words of presses that did not count. */
export const defaultArmingStrings: ArmingStrings = {
  ignored: {
    new: 'That press did not count: the button had only just appeared. Press again.',
    moved: 'That press did not count: the button had just moved. Press again.',
  },
};
