import type { JSONSchema7 } from '@ai-sdk/provider';
import { findJsonIssues } from '../json-schema/find-json-issues.js';
import type { JSONObject, JSONValue } from '../protocol/base/json.js';
import { definedProps, isList, isRecord } from '../protocol/base/record.js';
import type { CallEnd } from '../protocol/call-end.js';
import type { DeferredCall } from '../protocol/deferred.js';
import { toWellFormed } from '../protocol/foreign/well-formed.js';
import type { ToolSchema } from '../protocol/schema.js';
import { type Issue, ToolFailed } from '../protocol/signals.js';
import { cutText, isWithinSize, limits } from './limits.js';
import type { ElicitationAnswer, ElicitedContent } from './mcp-client.js';

/** The input of the external call `elicit`: a form or a page that a server asks the user to complete. */
export type ElicitationInput =
  | { readonly mode: 'form'; readonly message: string; readonly schema: JSONObject }
  /** The user answers on a page of the server, so the answer is never visible here. */
  | { readonly mode: 'url'; readonly message: string; readonly url: string };

/** An elicitation with its key, which the answer has to use. */
export interface KeyedElicitation {
  readonly key: string;
  readonly input: ElicitationInput;
}

/** The tool name of the external call for each elicitation. */
export const elicit = 'elicit';

/**
 * Reads the elicitations of an `input_required` result.
 *
 * @throws ToolFailed when the server requests something else, or an elicitation is invalid.
 */
export function readElicitations(requests: unknown): readonly KeyedElicitation[] {
  return Object.entries(isRecord(requests) ? requests : {}).map(([key, request]): KeyedElicitation => {
    const { method, params } = isRecord(request) ? request : {};
    if (method !== 'elicitation/create' || !isRecord(params)) {
      throw new ToolFailed(
        `The MCP server requests '${typeof method === 'string' ? cutText(method, limits.title) : 'something'}', which is not supported, so its tool was not called again.`,
      );
    }
    const input = readInput(params);
    if (input !== undefined) return { key, input };
    throw new ToolFailed(
      'The MCP server asks with a form or an address that is too large or not valid in MCP, so its tool was not called again.',
    );
  });
}

/**
 * Reads the parameters of `elicitation/create`, also of protocol 2025-11-25. Returns `undefined` if unsupported or too
 * large.
 */
export function readInput({
  mode,
  message,
  url,
  requestedSchema,
}: Readonly<Record<string, unknown>>): ElicitationInput | undefined {
  const words = typeof message === 'string' ? cutText(message, limits.message) : '';
  if (mode === 'url') {
    const address = typeof url === 'string' ? url : '';
    return address.length > limits.url ? undefined : { mode, message: words, url: address };
  }
  if (mode !== undefined && mode !== 'form') return undefined;
  return isForm(requestedSchema) ? { mode: 'form', message: words, schema: requestedSchema } : undefined;
}

/** Returns `true` for a form of MCP: a flat object of strings, numbers, booleans and choices. */
function isForm(schema: unknown): schema is JSONObject {
  if (!isRecord(schema) || !isWithinSize(schema, { letters: limits.schema, depth: 8 })) return false;
  const { type = 'object', properties = {}, required = [] } = schema;
  if (type !== 'object' || !isRecord(properties) || !isList(required)) return false;
  const fields = Object.values(properties);
  return fields.length <= limits.fields && fields.every(isField) && required.every((name) => typeof name === 'string');
}

const fieldTypes: ReadonlySet<unknown> = new Set(['string', 'number', 'integer', 'boolean', 'array']);

function isField(field: unknown): boolean {
  if (!isRecord(field)) return false;
  return (
    fieldTypes.has(field.type) || (field.type === undefined && [field.enum, field.oneOf, field.anyOf].some(isList))
  );
}

/** Makes the external call that people answer. */
export function toElicitCall(input: ElicitationInput, server: string): Omit<DeferredCall, 'toolCallId'> {
  return {
    toolName: elicit,
    kind: 'question',
    title: input.mode === 'url' ? `${server} wants you to open a page` : `${server} asks you something`,
    // The summary can be truncated, because the form shows the whole message.
    ...definedProps({ summary: input.message === '' ? undefined : cutText(input.message, limits.summary) }),
    ...(input.mode === 'url' && URL.canParse(input.url) ? { facts: [new URL(input.url).host] } : {}),
    input: { ...input },
  };
}

/** Returns the schema of the answer to an elicitation. */
export function answerSchema(input: ElicitationInput): ToolSchema {
  return {
    '~standard': {
      version: 1,
      vendor: 'countersign',
      validate: (value) => {
        const issues = findIssues(input, value).map(({ path, message }) => ({ path: [...path], message }));
        return issues.length === 0 ? { value } : { issues };
      },
    },
  };
}

function findIssues(input: ElicitationInput, value: unknown): readonly Issue[] {
  const { action, content } = isRecord(value) ? value : {};
  if (action === 'decline' || action === 'cancel') return [];
  if (action === 'accept' && input.mode === 'url') return [];
  if (action !== 'accept' || input.mode === 'url')
    return [{ path: ['action'], message: "Must be 'accept' (with content), 'decline' or 'cancel'." }];
  if (!isRecord(content)) return [{ path: ['content'], message: 'Must be an object with the requested fields.' }];
  // The server alone validates against an unusable schema.
  const issues = findJsonIssues(input.schema as JSONSchema7, content);
  return (issues ?? []).map(({ path, message }) => ({ path: ['content', ...path], message }));
}

/** Returns the server's answer for the end of an elicitation. Only a returned answer can accept it. */
export function toElicitationAnswer(input: ElicitationInput, end: CallEnd): ElicitationAnswer {
  if (end.status === 'failed' || end.status === 'retry' || end.status === 'denied') return { action: 'decline' };
  if (end.status !== 'returned') return { action: 'cancel' };
  return readAnswer(input, end.value);
}

function readAnswer({ mode }: ElicitationInput, value: JSONValue): ElicitationAnswer {
  const { action, content } = isRecord(value) ? value : {};
  if (action === 'decline') return { action };
  if (action !== 'accept') return { action: 'cancel' };
  // Already validated.
  return mode === 'url' ? { action } : { action, content: toWellFormed(content) as ElicitedContent };
}
