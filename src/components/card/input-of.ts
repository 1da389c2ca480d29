import type { ToolPart } from '../../conversation/messages/call-record.js';

/** Returns the input that the model wrote; as text while it is not complete JSON. */
export function inputOf(part: ToolPart): unknown {
  if (part.input !== undefined && part.input !== null) return part.input;
  return 'rawInput' in part && typeof part.rawInput === 'string' ? part.rawInput : {};
}
