import { disarm } from '../components/arming/arming-setting.js';

/**
 * Lets approve buttons take each press at once. In a page they take none in the first half second on screen, nor right after they
 * have moved; a test that presses at once would wait for that with each card.
 *
 * @returns what arms them again.
 * @example
 * beforeEach(() => disarmApprovals()); // what a `beforeEach` of Vitest returns runs after the test
 */
export function disarmApprovals(): () => void {
  return disarm();
}
