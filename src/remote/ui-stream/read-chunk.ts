import type { UIMessageChunk } from 'ai';
import { isRecord, ownMember } from '../../protocol/base/record.js';

type ChunkType = Exclude<UIMessageChunk['type'], `data-${string}`>;

/** The string members that a chunk of a type must have. Other members are checked where they are used. */
const texts: Readonly<Record<ChunkType, readonly string[]>> = {
  start: [],
  finish: [],
  abort: [],
  error: ['errorText'],
  'start-step': [],
  'finish-step': [],
  'reset-step': [],
  'text-start': ['id'],
  'text-delta': ['id', 'delta'],
  'text-end': ['id'],
  'reasoning-start': ['id'],
  'reasoning-delta': ['id', 'delta'],
  'reasoning-end': ['id'],
  'reasoning-file': ['mediaType', 'url'],
  file: ['mediaType', 'url'],
  custom: ['kind'],
  'tool-input-start': ['toolCallId', 'toolName'],
  'tool-input-delta': ['toolCallId', 'inputTextDelta'],
  'tool-input-available': ['toolCallId', 'toolName'],
  'tool-input-error': ['toolCallId', 'toolName', 'errorText'],
  'tool-approval-request': ['toolCallId', 'approvalId'],
  'tool-approval-response': ['approvalId'],
  'tool-output-available': ['toolCallId'],
  'tool-output-error': ['toolCallId', 'errorText'],
  'tool-output-denied': ['toolCallId'],
  'source-url': ['sourceId', 'url'],
  'source-document': ['sourceId', 'mediaType', 'title'],
  'steering-message': [],
  'message-metadata': [],
};

const isTextMember = (value: unknown): boolean => typeof value === 'string';
const isFlagMember = (value: unknown): boolean => typeof value === 'boolean';
const finishReasons: ReadonlySet<unknown> = new Set(
  'stop length content-filter tool-calls error interrupted other'.split(' '),
);

/**
 * Checks of optional members. Invalid ones are removed, because they would enter the history, and a server that
 * validates it would refuse it.
 */
const optional: Readonly<Record<string, (value: unknown) => boolean>> = {
  id: isTextMember,
  messageId: isTextMember,
  reason: isTextMember,
  requestReason: isTextMember,
  signature: isTextMember,
  title: isTextMember,
  filename: isTextMember,
  dynamic: isFlagMember,
  providerExecuted: isFlagMember,
  preliminary: isFlagMember,
  isAutomatic: isFlagMember,
  approved: isFlagMember,
  finishReason: (value) => finishReasons.has(value),
};

/** The result of reading a value from the wire: a chunk, an unknown type, or an invalid chunk. */
export type ReadChunk =
  | { readonly type: 'chunk'; readonly chunk: UIMessageChunk }
  | { readonly type: 'unknown'; readonly name: string }
  | { readonly type: 'malformed'; readonly why: string };

/** Reads a value from the wire. Unknown types are not errors, because a newer server may send them. */
export function readChunk(value: unknown): ReadChunk {
  if (!isRecord(value) || typeof value.type !== 'string')
    return { type: 'malformed', why: 'a chunk that is no object with a type' };
  const { type: name } = value;
  if (!name.startsWith('data-')) {
    if (!Object.hasOwn(texts, name)) return { type: 'unknown', name: name.slice(0, 60) };
    const missing = texts[name as ChunkType].find((member) => typeof value[member] !== 'string');
    if (missing !== undefined) return { type: 'malformed', why: `a '${name}' without the text '${missing}'` };
  }
  return { type: 'chunk', chunk: withoutNonsense(value) as UIMessageChunk }; // Its strings are present, and the rest is optional.
}

/** Returns the chunk without invalid optional members; nearly always the chunk itself. */
function withoutNonsense(chunk: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const members = Object.entries(chunk);
  if (members.every(([name, value]) => name !== 'providerMetadata' && isSound(name, value))) return chunk;
  const stored = members.flatMap(([name, value]): [string, unknown][] => {
    if (name !== 'providerMetadata') return isSound(name, value) ? [[name, value]] : [];
    const metadata = theirMetadata(value);
    return metadata.length === 0 ? [] : [[name, Object.fromEntries(metadata)]];
  });
  return Object.fromEntries(stored);
}

function isSound(name: string, value: unknown): boolean {
  return ownMember(optional, name)?.(value) !== false;
}

/** Returns the metadata of providers. The entry under our own name is written only by this package. */
function theirMetadata(value: unknown): readonly [string, unknown][] {
  if (!isRecord(value)) return [];
  return Object.entries(value).filter(([name, member]) => name !== 'countersign' && isRecord(member));
}
