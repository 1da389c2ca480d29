import { disarm } from '../components/arming/arming-setting.js';

/**
 * Makes approve buttons accept presses at once. In a page they accept none for half a second after they appear or move.
 * A test would have to wait for that with each card.
 *
 * @returns a function that restores the delay.
 * @example
 * beforeEach(() => disarmApprovals()); // Vitest runs the function that a `beforeEach` returns after the test
 */
export function disarmApprovals(): () => void {
  return disarm();
}
