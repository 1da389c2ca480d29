import type { CallDescription } from '../protocol/deferred.js';
import type { Tool } from './tool.js';

/** What a card says about a call. A `describe` that throws must not hide the call, so its name in words is used then. */
export function describeCall(tool: Tool, toolName: string, input: unknown): CallDescription {
  try {
    return tool.describe?.(input) ?? { title: inWords(toolName) };
  } catch {
    return { title: inWords(toolName) };
  }
}

/** `delete_file` and `deleteFile` become `Delete file`. */
export function inWords(toolName: string): string {
  const words = toolName
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[_\-.\s]+/g, ' ')
    .trim()
    .toLowerCase();
  return words === '' ? toolName : words.charAt(0).toUpperCase() + words.slice(1);
}
