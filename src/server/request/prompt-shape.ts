import { isUserContent } from '../../protocol/base/json-messages.js';
import { isRecord } from '../../protocol/base/record.js';

/**
 * Returns `true` for a valid input of a run as JSON: absent, a string, an array of parts, or an array of model
 * messages.
 */
export function isPrompt(input: unknown): boolean {
  if (input === undefined || input === null || isUserContent(input)) return true;
  return Array.isArray(input) && input.every(isModelMessage);
}

/** Returns `true` for a model message in its JSON form. Code that reads histories relies on this shape. */
export function isModelMessage(message: unknown): message is { readonly role: string } {
  if (!isRecord(message)) return false;
  const { role, content, providerOptions } = message;
  if (providerOptions !== undefined && !isOptions(providerOptions)) return false;
  switch (role) {
    case 'system':
      return typeof content === 'string';
    case 'user':
      return isUserContent(content);
    case 'assistant':
      return typeof content === 'string' || isListOf(content, isAssistantPart);
    case 'tool':
      return isListOf(content, isToolContent);
    default:
      return false;
  }
}

function isAssistantPart(part: unknown): boolean {
  if (!isRecord(part) || !(part.providerOptions === undefined || isOptions(part.providerOptions))) return false;
  const { type, toolCallId, toolName, approvalId } = part;
  switch (type) {
    case 'text':
    case 'reasoning':
      return typeof part.text === 'string';
    case 'file':
    case 'reasoning-file':
      return isUserContent([{ filename: undefined, ...part, type: 'file' }]);
    case 'custom':
      return typeof part.kind === 'string';
    case 'tool-call':
      return areStrings(toolCallId, toolName) && 'input' in part;
    case 'tool-approval-request':
      return areStrings(approvalId, toolCallId);
    default:
      return isToolContent(part);
  }
}

function isToolContent(part: unknown): boolean {
  if (!isRecord(part) || !(part.providerOptions === undefined || isOptions(part.providerOptions))) return false;
  const { type, toolCallId, toolName, output, approvalId, approved, reason } = part;
  if (type === 'tool-result') return areStrings(toolCallId, toolName) && isOutput(output);
  const isResponse = type === 'tool-approval-response' && areStrings(approvalId) && typeof approved === 'boolean';
  return isResponse && (reason === undefined || areStrings(reason));
}

function isOutput(output: unknown): boolean {
  if (!isRecord(output)) return false;
  switch (output.type) {
    case 'text':
    case 'error-text':
      return areStrings(output.value);
    case 'json':
    case 'error-json':
      return 'value' in output;
    case 'execution-denied':
      return output.reason === undefined || areStrings(output.reason);
    case 'content':
      return isListOf(output.value, (item) => isRecord(item) && areStrings(item.type));
    default:
      return false;
  }
}

function isOptions(options: unknown): boolean {
  return isRecord(options) && Object.values(options).every(isRecord);
}

function isListOf(value: unknown, check: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(check);
}

function areStrings(...values: readonly unknown[]): boolean {
  return values.every((value) => typeof value === 'string');
}
