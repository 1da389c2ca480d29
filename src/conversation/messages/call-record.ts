import type { DynamicToolUIPart, ToolUIPart, UIMessage } from 'ai';
import type { JSONObject, JSONValue } from '../../protocol/base/json.js';
import { isRecord } from '../../protocol/base/record.js';
import type { CallPhase } from '../../protocol/call-end.js';
import type { DecidedBy } from '../../protocol/decided-by.js';
import type { Redactions } from '../../protocol/deferred.js';

/** A tool call as it stands in a UI message. */
export type ToolPart = ToolUIPart | DynamicToolUIPart;

/** The true state of a call, which UI messages carry in `toolMetadata.countersign`. */
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
  /** The provider told its result in a later step, which records it. */
  readonly apart?: true;
  /** By this call the model gives its output. */
  readonly isOutput?: true;
  /** It has begun to run, so that what it does may have happened. */
  readonly ran?: true;
  /** Its yes was sent to the server that runs it, which has not said yet what it does with it. */
  readonly sent?: true;
  /** It has begun before, and nobody knows how that ended: what it does may have happened. */
  readonly interrupted?: true;
}

/**
 * Tells the parts that are tool calls.
 *
 * @param part of a UI message.
 * @example const calls = message.parts.filter(isToolPart);
 */
export function isToolPart(part: UIMessage['parts'][number]): part is ToolPart {
  return part.type === 'dynamic-tool' || part.type.startsWith('tool-');
}

/**
 * The tool's name.
 *
 * @param part of a static tool or of a dynamic one.
 * @example toolNameOf({ type: 'tool-read_file', toolCallId: 'a', state: 'input-available', input: {} }) // 'read_file'
 */
export function toolNameOf(part: ToolPart): string {
  return part.type === 'dynamic-tool' ? part.toolName : part.type.slice('tool-'.length);
}

/**
 * Reads the true state of a call from its UI message part; of one that came from elsewhere, as far as the AI SDK's
 * state says it.
 *
 * @param part of a message of a conversation, or of the AI SDK.
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

/** The metadata that carries a record. */
export function withRecord(record: CallRecord): { readonly toolMetadata: JSONObject } {
  return { toolMetadata: { countersign: { ...record } as JSONObject } }; // JSON's type has no readonly lists
}

/** Messages may have been stored anywhere. */
function withTitle(record: CallRecord): CallRecord {
  const { title, formerTitle, ...rest } = record;
  const isText = (value: unknown): boolean => value === undefined || typeof value === 'string';
  if (isText(title) && isText(formerTitle)) return record;
  return { ...rest, ...(typeof title === 'string' ? { title } : {}) };
}

/** Only {@link withRecord} writes that key. */
function isCallRecord(value: unknown): value is CallRecord {
  return isRecord(value) && typeof value.phase === 'string';
}
