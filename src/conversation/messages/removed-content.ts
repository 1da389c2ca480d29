import type { ModelMessage, UIMessage } from 'ai';
import { isSameJson, type JSONValue } from '../../protocol/base/json.js';
import { toJsonMessages } from '../../protocol/base/json-messages.js';
import { isToolPart } from './call-record.js';
import { recordedStep, withSteps } from './step-record.js';
import { partMessages } from './to-model-messages.js';

type Part = UIMessage['parts'][number];

/** Replaces the result of a call in a message with a note, for people and for the model. */
export function removedResult(message: UIMessage, toolCallId: string, note: string): UIMessage {
  if (!message.parts.some((part) => isToolPart(part) && part.toolCallId === toolCallId)) return message;
  const parts = message.parts.map((part): Part => {
    if (!isToolPart(part) || part.toolCallId !== toolCallId) return part;
    if (part.state === 'output-error') return { ...part, errorText: note };
    return part.state === 'output-available' ? { ...part, output: note } : part;
  });
  const records = new Map<number, readonly ModelMessage[]>();
  for (const { step, start, end } of stepSpansOf(message)) {
    const recorded = recordedStep(message.metadata, step) ?? partMessages(message.parts.slice(start, end));
    const isHere = recorded.some((each) => JSON.stringify(each).includes(JSON.stringify(toolCallId)));
    if (isHere)
      records.set(
        step,
        recorded.map((each) => withOutput(each, toolCallId, note)),
      );
  }
  return { ...message, parts, metadata: withSteps(message.metadata, records) };
}

function withOutput(message: ModelMessage, toolCallId: string, note: string): ModelMessage {
  if (message.role !== 'tool') return message;
  const output = { type: 'text', value: note } as const;
  const content = message.content.map((part) =>
    part.type === 'tool-result' && part.toolCallId === toolCallId ? { ...part, output } : part,
  );
  return { ...message, content };
}

/** Replaces the step that added `response` to the history with a note. */
export function removedStep(
  message: UIMessage,
  response: Extract<ModelMessage, { role: 'assistant' }>,
  note: string,
): UIMessage {
  if (message.role !== 'assistant') return message;
  const [found] = stepSpansOf(message).filter(({ step, start, end }) => {
    const added = recordedStep(message.metadata, step) ?? partMessages(message.parts.slice(start, end));
    const [first] = toJsonMessages(added);
    const [wanted] = toJsonMessages([response]);
    return isSameJson(first as unknown as JSONValue, wanted as unknown as JSONValue); // both are JSON by now
  });
  if (found === undefined) return message;
  const text: Part = { type: 'text', text: note, state: 'done' };
  const own = message.parts.slice(found.start, found.end).filter(({ type }) => type === 'step-start');
  const parts = message.parts.toSpliced(found.start, found.end - found.start, ...own, text);
  const record = new Map([[found.step, [{ role: 'assistant' as const, content: note }]]]);
  return { ...message, parts, metadata: withSteps(message.metadata, record) };
}

interface StepSpan {
  /** The number of `step-start` parts before its own parts. */
  readonly step: number;
  readonly start: number;
  readonly end: number;
}

/** Returns the steps of a message with the range of their parts. The first part of a step is its `step-start`. */
function stepSpansOf({ parts }: UIMessage): readonly StepSpan[] {
  const starts = parts.flatMap(({ type }, index) => (type === 'step-start' ? [index] : []));
  const all = [0, ...starts];
  return all.map((start, step) => ({ step, start, end: all[step + 1] ?? parts.length }));
}
