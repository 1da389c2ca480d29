import type { UIMessage } from 'ai';
import type { RunEvent, RunEventOf } from '../protocol/run-event.js';
import { callRecord, isToolPart, type ToolPart } from './call-record.js';
import { reduceCall } from './reduce-call.js';

type Part = UIMessage['parts'][number];

const partEvents = [
  'step-start',
  'text-start',
  'text-delta',
  'text-end',
  'reasoning-start',
  'reasoning-delta',
  'reasoning-end',
  'tool-input-start',
  'tool-input-delta',
  'tool-input-end',
  'tool-call',
  'approval-requested',
  'external-requested',
  'tool-start',
  'tool-progress',
  'tool-end',
] as const;

/** An event that changes the agent's message. */
export type PartEvent = RunEventOf<(typeof partEvents)[number]>;

/** Tells the events that change the agent's message. */
export function isPartEvent(event: RunEvent): event is PartEvent {
  return (partEvents as readonly string[]).includes(event.type);
}

/** Applies one event to the agent's message. */
export function reducePart(message: UIMessage, event: PartEvent): UIMessage {
  switch (event.type) {
    case 'step-start':
      return append(message, { type: 'step-start' });
    case 'text-start':
    case 'reasoning-start':
      return append(message, {
        type: event.type === 'text-start' ? 'text' : 'reasoning',
        text: '',
        state: 'streaming',
      });
    case 'text-delta':
    case 'reasoning-delta':
      return grow(message, event.type === 'text-delta' ? 'text' : 'reasoning', event.delta);
    case 'text-end':
    case 'reasoning-end':
      return finish(message, event.type === 'text-end' ? 'text' : 'reasoning');
    default:
      return reduceToolPart(message, event);
  }
}

function append(message: UIMessage, part: Part): UIMessage {
  return { ...message, parts: [...message.parts, part] };
}

function replace(message: UIMessage, index: number, part: Part): UIMessage {
  const parts = [...message.parts];
  parts[index] = part;
  return { ...message, parts };
}

type TextType = 'text' | 'reasoning';

/** Streams of text do not interleave with others of their type, so the one that grows is the last that is open. */
function openIndex(message: UIMessage, type: TextType): number {
  return message.parts.findLastIndex((part) => part.type === type && 'state' in part && part.state === 'streaming');
}

function grow(message: UIMessage, type: TextType, delta: string): UIMessage {
  const index = openIndex(message, type);
  const part = message.parts[index];
  return part?.type === type ? replace(message, index, { ...part, text: part.text + delta }) : message;
}

function finish(message: UIMessage, type: TextType): UIMessage {
  const index = openIndex(message, type);
  const part = message.parts[index];
  return part?.type === type ? replace(message, index, { ...part, state: 'done' }) : message;
}

type CallEvent = Exclude<PartEvent, { type: 'step-start' | `${TextType}-${string}` }>;

function reduceToolPart(message: UIMessage, event: CallEvent): UIMessage {
  const toolCallId = 'call' in event ? event.call.toolCallId : event.toolCallId;
  const index = message.parts.findLastIndex((part) => isToolPart(part) && part.toolCallId === toolCallId);
  const found = message.parts[index];
  if (found !== undefined && isToolPart(found)) {
    const part = reduceCall({ part: found, record: callRecord(found) }, event);
    return part === found ? message : replace(message, index, part);
  }
  if (event.type !== 'tool-input-start' && event.type !== 'tool-call') return message;
  const fresh: ToolPart = { type: `tool-${event.toolName}`, toolCallId, state: 'input-streaming', input: undefined };
  return append(message, reduceCall({ part: fresh, record: { phase: 'writing' } }, event));
}
