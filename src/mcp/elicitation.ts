import type { JSONSchema7 } from '@ai-sdk/provider';
import { findJsonIssues } from '../json-schema/find-json-issues.js';
import type { JSONObject, JSONValue } from '../protocol/base/json.js';
import { given, isRecord } from '../protocol/base/record.js';
import type { CallEnd } from '../protocol/call-end.js';
import type { DeferredCall } from '../protocol/deferred.js';
import type { ToolSchema } from '../protocol/schema.js';
import { type Issue, ToolFailed } from '../protocol/signals.js';
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
  return Object.entries(isRecord(requests) ? requests : {}).map(([key, request]) => {
    const { method, params } = isRecord(request) ? request : {};
    if (method !== 'elicitation/create' || !isRecord(params)) {
      throw new ToolFailed(
        `The MCP server asks for '${String(method)}', which nobody here answers, so its tool was not called again.`,
      );
    }
    return { key, input: readInput(params) };
  });
}

/** The parameters of an `elicitation/create`, of the 2025-11-25 protocol, too. */
export function readInput({
  mode,
  message,
  url,
  requestedSchema,
}: Readonly<Record<string, unknown>>): ElicitationInput {
  const words = typeof message === 'string' ? message : '';
  if (mode === 'url') return { mode, message: words, url: typeof url === 'string' ? url : '' };
  return { mode: 'form', message: words, schema: isRecord(requestedSchema) ? (requestedSchema as JSONObject) : {} }; // it came as JSON
}

/** The call that people carry out. */
export function toElicitCall(input: ElicitationInput, server: string): Omit<DeferredCall, 'toolCallId'> {
  return {
    toolName: elicit,
    kind: 'question',
    title: input.mode === 'url' ? `${server} wants you to open a page` : `${server} asks you something`,
    ...given({ summary: input.message === '' ? undefined : input.message }),
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
  return mode === 'url' ? { action } : { action, content: content as ElicitedContent }; // its schema was checked
}
