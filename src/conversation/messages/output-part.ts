import type { TextUIPart, UIMessage } from 'ai';
import type { CallPhase } from '../../protocol/call-end.js';
import { parsePartialJson } from '../../protocol/foreign/partial-json.js';
import { callRecord, isToolPart } from './call-record.js';

type Part = UIMessage['parts'][number];

/** A text that was asked for as the output. */
export type MarkedText = TextUIPart & { readonly isOutput?: true };

/**
 * The phases in which an output call concerns only the model: no person is asked or has refused it, nothing failed.
 */
const quiet: ReadonlySet<CallPhase> = new Set([
  'writing',
  'called',
  'approved',
  'running',
  'returned',
  'retry',
  'cancelled',
  'skipped',
  'interrupted',
]);

/**
 * Tells the parts that are data for the app and nothing to read: a text that is JSON, and a call, by which the model
 * gives its output.
 */
export function isOutputPart(part: Part): boolean {
  if (part.type === 'text') return (part as MarkedText).isOutput === true && /^\s*(?:[{[]|```)/.test(part.text);
  if (!isToolPart(part)) return false;
  const { isOutput, phase } = callRecord(part);
  return isOutput === true && quiet.has(phase);
}

/** Returns the output in such a part, as far as it is written. */
export function outputIn(part: Part): unknown {
  if (part.type === 'text') return parsePartialJson(part.text.replace(/^\s*```(?:json)?/i, ''));
  return isToolPart(part) ? part.input : undefined;
}

/** The output that the model gives in its newest response, as far as it is written. */
export function newestOutput({ parts }: UIMessage): unknown {
  const step = parts.slice(parts.findLastIndex(({ type }) => type === 'step-start') + 1);
  const part = step.find(isOutputPart);
  return part && outputIn(part);
}
