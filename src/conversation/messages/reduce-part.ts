import type { TextUIPart, UIMessage } from 'ai';
import { appendDelta } from '../../protocol/ledger/text-assembler.js';
import type { RunEvent, RunEventOf } from '../../protocol/run-event.js';
import { callRecord, isToolPart, type ToolPart } from './call-record.js';
import { interrupted } from './ended-part.js';
import type { MessageDraft } from './message-draft.js';
import { type CallEvent, callIdIn, reduceCall } from './reduce-call.js';

type Part = UIMessage['parts'][number];
type TextPart = Extract<Part, { type: 'text' | 'reasoning' }>;
type TextEvent = RunEventOf<`${'text' | 'reasoning'}-${'start' | 'delta' | 'end'}`>;
type About = Pick<TextUIPart, 'providerMetadata'>;

const partEvents = [
  'step-start',
  'text-start',
  'text-delta',
  'text-end',
  'reasoning-start',
  'reasoning-delta',
  'reasoning-end',
  'source',
  'file',
  'reasoning-file',
  'custom',
  'model-retry',
  'tool-input-start',
  'tool-input-delta',
  'tool-input-end',
  'tool-call',
  'tool-approval-request',
  'approval-responded',
  'approval-requested',
  'external-requested',
  'tool-start',
  'tool-progress',
  'tool-end',
  'answer',
  'answer-retracted',
  'answer-refused',
  'policy-decision',
  'warning',
] as const;

/** An event that changes the agent's message. */
export type PartEvent = RunEventOf<(typeof partEvents)[number]>;

/** Returns `true` for an event that changes the agent's message. */
export function isPartEvent(event: RunEvent): event is PartEvent {
  // Only warnings about a call do.
  return event.type === 'warning' ? event.ranAs !== undefined : (partEvents as readonly string[]).includes(event.type);
}

/** Applies one event to the agent's message. */
export function reducePart(message: MessageDraft, event: PartEvent): void {
  switch (event.type) {
    case 'step-start':
      message.append({ type: 'step-start' });
      break;
    case 'text-start':
    case 'reasoning-start':
      message.append(opened(event));
      break;
    case 'text-delta':
    case 'reasoning-delta':
      changeText(message, event, (part) => ({ ...part, text: appendDelta(part.text, event) }));
      break;
    case 'text-end':
    case 'reasoning-end':
      changeText(message, event, (part) => endedText(part, event));
      break;
    case 'source':
      message.append(toSourcePart(event));
      break;
    case 'file':
    case 'reasoning-file':
      message.append({ type: event.type, mediaType: event.mediaType, url: event.url, ...aboutIn(event) });
      break;
    case 'custom':
      message.append({ type: 'custom', kind: event.kind, ...aboutIn(event) });
      break;
    case 'model-retry':
      settleTexts(message);
      if (voidStep(message)) message.append({ type: 'step-start' });
      break;
    default:
      reduceToolPart(message, event);
  }
}

function toSourcePart(event: RunEventOf<'source'>): Part {
  const { source } = event;
  const about = aboutIn(event);
  const { id: sourceId } = source;
  if (source.sourceType === 'url') {
    const { url, title } = source;
    return { type: 'source-url', sourceId, url, ...(title === undefined ? {} : { title }), ...about };
  }
  const { mediaType, title, filename } = source;
  return {
    type: 'source-document',
    sourceId,
    mediaType,
    title,
    ...(filename === undefined ? {} : { filename }),
    ...about,
  };
}

/**
 * Ends a failed request. Its content stays visible, none of its calls will run, and nothing is sent to the model.
 *
 * @returns false if the request had no content.
 */
export function voidStep(message: MessageDraft): boolean {
  const before = [...message.newestParts()];
  for (const [index, part] of before) if (isToolPart(part)) message.replace(index, interrupted(part));
  if (before.length > 0) message.record([]);
  return before.length > 0;
}

function textTypeOf({ type }: { readonly type: `${TextPart['type']}-${string}` }): TextPart['type'] {
  return type.startsWith('text') ? 'text' : 'reasoning';
}

/** Ends the texts that the current step left open. */
export function settleTexts(message: MessageDraft): void {
  for (const [index, part] of message.newestParts()) if (isStreaming(part)) message.replace(index, settled(part));
}

function isStreaming(part: Part): part is TextPart {
  return (part.type === 'text' || part.type === 'reasoning') && part.state === 'streaming';
}

/** A text part while it is streamed. Its id distinguishes it from other texts that are streamed at the same time. */
type GrowingPart = TextPart & { readonly id?: string };

function opened(event: TextEvent): GrowingPart {
  const mark = 'isOutput' in event ? { isOutput: true } : {};
  return { type: textTypeOf(event), text: '', state: 'streaming', id: event.id, ...mark };
}

function settled<PART extends GrowingPart>({ id: _, ...part }: PART): Omit<PART, 'id'> {
  return { ...part, state: 'done' };
}

function endedText(part: GrowingPart, event: RunEventOf<'text-end' | 'reasoning-end'>): Part {
  const { citations } = event;
  return { ...settled(part), ...(citations === undefined ? {} : { citations }), ...aboutIn(event) };
}

/** Returns the provider's metadata about a part, as in UI messages. */
function aboutIn({ providerMetadata }: About): About {
  return providerMetadata === undefined ? {} : { providerMetadata };
}

function changeText(message: MessageDraft, event: TextEvent, change: (part: GrowingPart) => Part): void {
  const type = textTypeOf(event);
  for (const [index, part] of message.newestParts()) {
    if (part.type !== type || !isStreaming(part) || (part as GrowingPart).id !== event.id) continue;
    message.replace(index, change(part));
    return;
  }
}

function reduceToolPart(message: MessageDraft, event: CallEvent): void {
  const toolCallId = callIdIn(event);
  if (toolCallId === undefined) return;
  const index = message.indexOfCall(toolCallId);
  const found = message.parts[index];
  if (found !== undefined && isToolPart(found)) {
    // A provider can send a result with the id of a call that this app executes. That result does not count.
    if (event.type === 'tool-end' && event.providerExecuted === true && found.providerExecuted !== true) return;
    message.replace(index, reduceCall({ part: found, record: callRecord(found) }, event));
  } else if (event.type === 'tool-input-start' || event.type === 'tool-call') {
    const fresh: ToolPart = { type: `tool-${event.toolName}`, toolCallId, state: 'input-streaming', input: undefined };
    message.append(reduceCall({ part: fresh, record: { phase: 'writing' } }, event));
  }
}
