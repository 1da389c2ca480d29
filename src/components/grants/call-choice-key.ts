import type { Grant } from '../../approval/grants/grant.js';
import type { RememberedCall } from './remember-options.js';

/** Returns a key for a call that also distinguishes calls without an id. */
export function callChoiceKey(
  { toolCallId, toolName, capabilities, asksFor, risk }: RememberedCall,
  effect?: Grant['effect'],
): string {
  return JSON.stringify([toolCallId, toolName, capabilities, asksFor, risk, effect]);
}
