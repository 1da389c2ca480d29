import { type CallEnd, toModelOutput } from '../protocol/call-end.js';
import type { JSONValue } from '../protocol/json.js';
import { isRecord } from '../protocol/record.js';
import { serializeError } from '../protocol/serialize-error.js';
import type { ToolResultOutput } from './ai-fields.js';
import type { Tool } from './tool.js';

/** A call that has ended. */
export interface EndedCall {
  readonly toolCallId: string;
  readonly input: JSONValue | undefined;
  readonly end: CallEnd;
}

/**
 * What the model reads as the result of a call: what the tool's `toModelOutput` makes of a returned value, else the standard
 * words. Where `toModelOutput` fails, the value is withheld: it may be there to keep something back.
 */
export async function toolOutput(
  tool: Tool | undefined,
  { toolCallId, input, end }: EndedCall,
): Promise<ToolResultOutput> {
  if (end.status !== 'returned' || tool?.toModelOutput === undefined) return toModelOutput(end);
  try {
    const made: unknown = await tool.toModelOutput({ toolCallId, input, output: end.value });
    if (!isRecord(made) || typeof made.type !== 'string')
      throw new Error('toModelOutput gave nothing that a model reads.');
    return made as ToolResultOutput; // its type says which it is
  } catch (error) {
    return withheld(serializeError(error).message);
  }
}

/** Stands in place of a value that its tool could not put into words. */
export function withheld(why: string): ToolResultOutput {
  return { type: 'error-text', value: `The result could not be put into words: ${why}` };
}
