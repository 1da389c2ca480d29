import type { PendingItem } from '../../approval/broker/pending.js';
import type { ClientTools } from '../../hooks/client-tools.js';
import { ownMember } from '../../protocol/base/record.js';

/** Tells whether a person has to do something: a client tool with `execute` works by itself, but for what may have happened already. */
export function needsPerson(item: PendingItem, clientTools: ClientTools): boolean {
  if (item.kind === 'approval' || item.call.begun !== undefined) return true;
  const tool = ownMember(clientTools, item.call.toolName);
  return tool === undefined || 'render' in tool;
}
