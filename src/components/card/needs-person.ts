import type { PendingItem } from '../../approval/broker/pending.js';
import type { ClientTools } from '../../hooks/client-tools.js';
import { ownMember } from '../../protocol/base/record.js';

/**
 * Returns `true` when a person has to act: a client tool with `execute` works by itself, unless its call was
 * interrupted.
 */
export function needsPerson(item: PendingItem, clientTools: ClientTools): boolean {
  if (item.kind === 'approval' || item.call.interrupted !== undefined) return true;
  const tool = ownMember(clientTools, item.call.toolName);
  return tool === undefined || 'render' in tool;
}
