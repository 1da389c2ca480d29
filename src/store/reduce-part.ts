import type { UIMessage } from 'ai';
import type { RunEvent, RunEventOf } from '../protocol/run-event.js';
import { callRecord, isOpenPhase, isToolPart, type ToolPart } from './call-record.js';
import type { MessageDraft } from './message-draft.js';
import { type CallEvent, endCall, reduceCall } from './reduce-call.js';

type Part = UIMessage['parts'][number];
type TextPart = Extract<Part, { type: 'text' | 'reasoning' }>;

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
  'model-retry',
  'tool-input-start',
  'tool-input-delta',
  'tool-input-end',
  'tool-call',
  'approval-responded',
  'approval-requested',
  'external-requested',
  'tool-start',
  'tool-progress',
  'tool-end',
  'answer',
  'policy-decision',
] as const;

/** An event that changes the agent's message. */
export type PartEvent = RunEventOf<(typeof partEvents)[number]>;

/** Tells the events that change the agent's message. */
export function isPartEvent(event: RunEvent): event is PartEvent {
  return (partEvents as readonly string[]).includes(event.type);
}

/** Applies one event to the agent's message. */
export function reducePart(message: MessageDraft, event: PartEvent): void {
  switch (event.type) {
    case 'step-start':
      message.append({ type: 'step-start' });
      break;
    case 'text-start':
    case 'reasoning-start':
      message.append({ type: textTypeOf(event), text: '', state: 'streaming' });
      break;
    case 'text-delta':
    case 'reasoning-delta':
      changeText(message, textTypeOf(event), (part) => ({ ...part, text: part.text + event.delta }));
      break;
    case 'text-end':
    case 'reasoning-end':
      changeText(message, textTypeOf(event), (part) => ended(part, event));
      break;
    case 'source':
      message.append(toSourcePart(event));
      break;
    case 'file':
    case 'reasoning-file':
      message.append({ type: event.type, mediaType: event.mediaType, url: event.url });
      break;
    case 'model-retry':
      voidAttempt(message);
      break;
    default:
      reduceToolPart(message, event);
  }
}

function toSourcePart({ source }: RunEventOf<'source'>): Part {
  const { id: sourceId } = source;
  if (source.sourceType === 'url') {
    const { url, title } = source;
    return { type: 'source-url', sourceId, url, ...(title === undefined ? {} : { title }) };
  }
  const { mediaType, title, filename } = source;
  return { type: 'source-document', sourceId, mediaType, title, ...(filename === undefined ? {} : { filename }) };
}

/** What came of a request that failed stays in view; nothing of it is going to happen. The next attempt stands apart. */
function voidAttempt(message: MessageDraft): void {
  settleTexts(message);
  const before = [...message.newestParts()];
  for (const [index, part] of before) if (isToolPart(part)) message.replace(index, interrupted(part));
  if (before.length > 0) message.append({ type: 'step-start' });
}

/** A call that nobody is going to answer any more, as its history has it; one that has ended stays as it is. */
export function interrupted(part: ToolPart): ToolPart {
  const record = callRecord(part);
  if (!isOpenPhase(record.phase)) return part;
  return endCall({ part, record }, { status: 'interrupted' });
}

function textTypeOf({ type }: { readonly type: `${TextPart['type']}-${string}` }): TextPart['type'] {
  return type.startsWith('text') ? 'text' : 'reasoning';
}

/** Text that a step left open is not going to grow any more. */
export function settleTexts(message: MessageDraft): void {
  for (const [index, part] of message.newestParts()) if (isStreaming(part)) message.replace(index, settled(part));
}

function isStreaming(part: Part): part is TextPart {
  return (part.type === 'text' || part.type === 'reasoning') && part.state === 'streaming';
}

function settled<PART extends TextPart>(part: PART): PART {
  return { ...part, state: 'done' };
}

function ended(part: TextPart, { citations }: RunEventOf<'text-end' | 'reasoning-end'>): TextPart {
  return citations === undefined || part.type !== 'text' ? settled(part) : { ...settled(part), citations };
}

/** Streams of text do not interleave with others of their type, so the one that changes is the last that is open. */
function changeText(message: MessageDraft, type: TextPart['type'], change: (part: TextPart) => TextPart): void {
  for (const [index, part] of message.newestParts()) {
    if (part.type !== type || !isStreaming(part)) continue;
    message.replace(index, change(part));
    return;
  }
}

function reduceToolPart(message: MessageDraft, event: CallEvent): void {
  const toolCallId = 'call' in event ? event.call.toolCallId : event.toolCallId;
  if (toolCallId === undefined) return; // a policy spoke of a tool as such
  const index = message.indexOfCall(toolCallId);
  const found = message.parts[index];
  if (found !== undefined && isToolPart(found)) {
    message.replace(index, reduceCall({ part: found, record: callRecord(found) }, event));
  } else if (event.type === 'tool-input-start' || event.type === 'tool-call') {
    const fresh: ToolPart = { type: `tool-${event.toolName}`, toolCallId, state: 'input-streaming', input: undefined };
    message.append(reduceCall({ part: fresh, record: { phase: 'writing' } }, event));
  }
}
