import type { Grant } from '../../approval/grants/grant.js';
import type { RememberedCall } from './remember-options.js';

/** Tells calls apart, for whom they have no id too. */
export function callChoiceKey(
  { toolCallId, toolName, capabilities, asksFor, risk }: RememberedCall,
  effect?: Grant['effect'],
): string {
  return JSON.stringify([toolCallId, toolName, capabilities, asksFor, risk, effect]);
}
