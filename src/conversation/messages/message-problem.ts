import { isRecord } from '../../protocol/base/record.js';
import { maxForeignDepth, nestsTooDeep, shortJson } from '../../protocol/foreign/foreign-json.js';

/** Returns the reason why a conversation cannot continue from a list of `UIMessage`s; `undefined` if it can. */
export function problemOfUiMessages(messages: unknown): string | undefined {
  if (!Array.isArray(messages)) return 'they are not an array';
  const ids = new Set<unknown>();
  for (const [index, message] of messages.entries()) {
    const problem =
      problemOfMessage(message) ?? (ids.has(message.id) ? `its id '${message.id}' is that of another` : undefined);
    if (problem !== undefined) return `in messages[${index}], ${problem}`;
    ids.add(message.id);
  }
  return undefined;
}

function problemOfMessage(message: unknown): string | undefined {
  if (!isRecord(message)) return 'there is no message';
  if (nestsTooDeep(message)) return `there are more than ${maxForeignDepth} levels`;
  const { id, role, parts } = message;
  if (typeof id !== 'string') return 'the id is not a string';
  if (role !== 'user' && role !== 'assistant' && role !== 'system') return `the role is ${shortJson(role)}`;
  if (!Array.isArray(parts)) return 'the parts are not an array';
  const index = parts.findIndex((part) => !isUiPart(part));
  return index < 0 ? undefined : `parts[${index}] is not a part of a UIMessage`;
}

/** Returns `true` if a part has the members that are needed for the history. */
function isUiPart(part: unknown): boolean {
  if (!isRecord(part) || typeof part.type !== 'string') return false;
  const isText = (name: string): boolean => typeof part[name] === 'string';
  if (part.type === 'text' || part.type === 'reasoning') return isText('text');
  if (part.type === 'file' || part.type === 'reasoning-file') return isText('url') && isText('mediaType');
  if (part.type === 'dynamic-tool') return isText('toolCallId') && isText('state') && isText('toolName');
  return !part.type.startsWith('tool-') || (isText('toolCallId') && isText('state'));
}
