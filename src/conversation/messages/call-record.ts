import type { DynamicToolUIPart, ToolUIPart, UIMessage } from 'ai';
import type { JSONObject, JSONValue } from '../../protocol/base/json.js';
import { isRecord } from '../../protocol/base/record.js';
import type { CallPhase } from '../../protocol/call-end.js';
import type { DecidedBy } from '../../protocol/decided-by.js';
import type { Redactions } from '../../protocol/deferred.js';

/** The part of a UI message that shows a tool call. */
export type ToolPart = ToolUIPart | DynamicToolUIPart;

/** The exact state of a call. UI messages have it in `toolMetadata.countersign`. */
export interface CallRecord {
  readonly phase: CallPhase;
  /** The title on the card; before that, the tool's name. */
  readonly title?: string;
  /** The title before an edit, if the edit changed it. */
  readonly formerTitle?: string;
  /** The redactions of its tool for the input, if approval was requested. */
  readonly redactions?: Pick<Redactions, 'hide' | 'show'>;
  /** The edited input, when a person approved with edits. */
  readonly edited?: JSONValue;
  /** The input that its server ran in place of the approved one. */
  readonly ranAs?: JSONValue;
  /** The text for the model: a denial's reason, or a failure's message. */
  readonly message?: string;
  /** The last value of a tool that reports progress. */
  readonly progress?: JSONValue;
  /** The origin of the answer. */
  readonly by?: DecidedBy;
  /** The result for the model, if it differs from the end of the call: converted by the tool, or shortened. */
  readonly output?: JSONValue;
  /** The provider sent its result in a later step, which has it in the history. */
  readonly apart?: true;
  /** The model gives its output with this call. */
  readonly isOutput?: true;
  /** It started to run, so it may have had its effect. */
  readonly ran?: true;
  /** Its approval was sent to the server that runs it, which has not reported anything about it yet. */
  readonly sent?: true;
  /** The time when its execution began, in milliseconds since 1970, while it runs. */
  readonly startedAt?: number;
  /** The duration of its last execution in milliseconds, once it has ended. */
  readonly duration?: number;
  /** An earlier execution was interrupted: it may have had its effect. */
  readonly interrupted?: true;
}

/**
 * Returns `true` for a part that shows a tool call.
 *
 * @param part a part of a UI message.
 * @example const calls = message.parts.filter(isToolPart);
 */
export function isToolPart(part: UIMessage['parts'][number]): part is ToolPart {
  return part.type === 'dynamic-tool' || part.type.startsWith('tool-');
}

/**
 * Returns the name of the tool.
 *
 * @param part the part of a static or a dynamic tool.
 * @example toolNameOf({ type: 'tool-read_file', toolCallId: 'a', state: 'input-available', input: {} }) // 'read_file'
 */
export function toolNameOf(part: ToolPart): string {
  return part.type === 'dynamic-tool' ? part.toolName : part.type.slice('tool-'.length);
}

/**
 * Returns the exact state of a call from its part. For a part that this library did not make, the state is derived from
 * that of the AI SDK.
 *
 * @param part a part of a message of a conversation, or of the AI SDK.
 * @example message.parts.filter(isToolPart).map((part) => callRecord(part).phase) // ['returned', 'denied']
 */
export function callRecord(part: ToolPart): CallRecord {
  const record: unknown = part.toolMetadata?.countersign;
  if (isCallRecord(record)) return withTitle(record);
  switch (part.state) {
    case 'input-streaming':
      return { phase: 'writing' };
    case 'approval-requested':
      return { phase: 'waiting' };
    case 'output-available':
      return { phase: 'returned' };
    case 'output-error':
      return { phase: 'failed', message: part.errorText };
    case 'approval-responded':
      return { phase: part.approval.approved ? 'called' : 'denied' };
    case 'output-denied': {
      const { isAutomatic, reason } = part.approval;
      return {
        phase: isAutomatic === true ? 'blocked' : 'denied',
        ...(reason === undefined ? {} : { message: reason }),
      };
    }
    default:
      return { phase: 'called' };
  }
}

/** Returns the member of a part that holds a record. */
export function withRecord(record: CallRecord): { readonly toolMetadata: JSONObject } {
  return { toolMetadata: { countersign: { ...record } as JSONObject } }; // JSON's type has no readonly lists
}

/** Removes titles that are not strings: the messages may come from any storage. */
function withTitle(record: CallRecord): CallRecord {
  const { title, formerTitle, ...rest } = record;
  const isText = (value: unknown): boolean => value === undefined || typeof value === 'string';
  if (isText(title) && isText(formerTitle)) return record;
  return { ...rest, ...(typeof title === 'string' ? { title } : {}) };
}

/** Checks only the phase, because only {@link withRecord} writes this key. */
function isCallRecord(value: unknown): value is CallRecord {
  return isRecord(value) && typeof value.phase === 'string';
}
