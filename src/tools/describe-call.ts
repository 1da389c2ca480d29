import type { CallDescription } from '../protocol/deferred.js';
import { inWords } from '../protocol/in-words.js';
import type { Tool } from './tool.js';

/** What a card says about a call. A `describe` that throws must not hide the call, so its name in words is used then. */
export function describeCall(tool: Tool, toolName: string, input: unknown): CallDescription {
  try {
    const said = tool.describe?.(input) ?? { title: inWords(toolName) };
    // A copy: the batch is frozen, and what the tool holds is not ours to freeze.
    return said.facts === undefined ? said : { ...said, facts: [...said.facts] };
  } catch {
    return { title: inWords(toolName) };
  }
}
