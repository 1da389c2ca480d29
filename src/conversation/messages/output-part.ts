import type { TextUIPart, UIMessage } from 'ai';
import type { CallPhase } from '../../protocol/call-end.js';
import { parsePartialJson } from '../../protocol/foreign/partial-json.js';
import { callRecord, isToolPart } from './call-record.js';

type Part = UIMessage['parts'][number];

/** A text part that is the output of the run, because the run requires an output. */
export type MarkedText = TextUIPart & { readonly isOutput?: true };

/**
 * The phases in which an output call does not concern people: they are not asked, did not refuse it, and it has not
 * failed.
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

/** Returns `true` for a part that contains the output as data, not as text for people: JSON text, or an output call. */
export function isOutputPart(part: Part): boolean {
  if (part.type === 'text') return (part as MarkedText).isOutput === true && /^\s*(?:[{[]|```)/.test(part.text);
  if (!isToolPart(part)) return false;
  const { isOutput, phase } = callRecord(part);
  return isOutput === true && quiet.has(phase);
}

/** Returns the output in such a part, as far as the model has written it. */
export function outputIn(part: Part): unknown {
  if (part.type === 'text') return parsePartialJson(part.text.replace(/^\s*```(?:json)?/i, ''));
  return isToolPart(part) ? part.input : undefined;
}

/** Returns the output in the newest response, as far as the model has written it. */
export function newestOutput({ parts }: UIMessage): unknown {
  const step = parts.slice(parts.findLastIndex(({ type }) => type === 'step-start') + 1);
  const part = step.find(isOutputPart);
  return part && outputIn(part);
}
