import type { JSONSchema7 } from '@ai-sdk/provider';
import { findJsonIssues } from '../json-schema/find-json-issues.js';
import type { JSONObject, JSONValue } from '../protocol/base/json.js';
import { given, isList, isRecord } from '../protocol/base/record.js';
import type { CallEnd } from '../protocol/call-end.js';
import type { DeferredCall } from '../protocol/deferred.js';
import { toWellFormed } from '../protocol/foreign/well-formed.js';
import type { ToolSchema } from '../protocol/schema.js';
import { type Issue, ToolFailed } from '../protocol/signals.js';
import { cutText, isWithinSize, limits } from './limits.js';
import type { ElicitationAnswer, ElicitedContent } from './mcp-client.js';

/** What a server asks: the input of the external call `elicit`. */
export type ElicitationInput =
  | { readonly mode: 'form'; readonly message: string; readonly schema: JSONObject }
  /** What it asks for goes to a page of its own, and is never seen here. */
  | { readonly mode: 'url'; readonly message: string; readonly url: string };

/** A question of a server, under the key that its answer goes back with. */
export interface KeyedQuestion {
  readonly key: string;
  readonly input: ElicitationInput;
}

/** The name of the external call that each question is. */
export const elicit = 'elicit';

/**
 * The questions of an `input_required` result.
 *
 * @throws ToolFailed when the server wants something else than answers of people.
 */
export function readQuestions(requests: unknown): readonly KeyedQuestion[] {
  return Object.entries(isRecord(requests) ? requests : {}).map(([key, request]): KeyedQuestion => {
    const { method, params } = isRecord(request) ? request : {};
    if (method !== 'elicitation/create' || !isRecord(params)) {
      throw new ToolFailed(
        `The MCP server asks for '${typeof method === 'string' ? cutText(method, limits.title) : 'something'}', which nobody here answers, so its tool was not called again.`,
      );
    }
    const input = readInput(params);
    if (input !== undefined) return { key, input };
    throw new ToolFailed(
      'The MCP server asks with a form or an address that MCP does not have, or one that is too large, so its tool was not called again.',
    );
  });
}

/** The parameters of an `elicitation/create`, of the 2025-11-25 protocol, too. `undefined`: it asks for what no form has, or for too much. */
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

/** The forms of MCP are flat: an object of texts, numbers, yes or no, and choices. */
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

/** The call that people carry out. */
export function toElicitCall(input: ElicitationInput, server: string): Omit<DeferredCall, 'toolCallId'> {
  return {
    toolName: elicit,
    kind: 'question',
    title: input.mode === 'url' ? `${server} wants you to open a page` : `${server} asks you something`,
    // The form says the whole of it.
    ...given({ summary: input.message === '' ? undefined : cutText(input.message, limits.summary) }),
    ...(input.mode === 'url' && URL.canParse(input.url) ? { facts: [new URL(input.url).host] } : {}),
    input: { ...input },
  };
}

/** What an answer to a question has to be. */
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
    return [{ path: ['action'], message: "Has to be 'accept' (with content), 'decline' or 'cancel'." }];
  if (!isRecord(content)) return [{ path: ['content'], message: 'Has to be an object with what was asked for.' }];
  const issues = findJsonIssues(input.schema as JSONSchema7, content); // a schema that cannot be used is checked by its server alone
  return (issues ?? []).map(({ path, message }) => ({ path: ['content', ...path], message }));
}

/** What goes back to the server for how a question ended. Only an answer is a yes; what ended otherwise is none. */
export function toElicitationAnswer(input: ElicitationInput, end: CallEnd): ElicitationAnswer {
  if (end.status === 'failed' || end.status === 'retry' || end.status === 'denied') return { action: 'decline' };
  if (end.status !== 'returned') return { action: 'cancel' };
  return readAnswer(input, end.value);
}

function readAnswer({ mode }: ElicitationInput, value: JSONValue): ElicitationAnswer {
  const { action, content } = isRecord(value) ? value : {};
  if (action === 'decline') return { action };
  if (action !== 'accept') return { action: 'cancel' };
  return mode === 'url' ? { action } : { action, content: toWellFormed(content) as ElicitedContent }; // its schema was checked
}
