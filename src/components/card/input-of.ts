import type { ToolPart } from '../../store/messages/call-record.js';

/** What the model wrote as the input; text as far as it is written, where that is no JSON yet. */
export function inputOf(part: ToolPart): unknown {
  if (part.input !== undefined && part.input !== null) return part.input;
  return 'rawInput' in part && typeof part.rawInput === 'string' ? part.rawInput : {};
}
