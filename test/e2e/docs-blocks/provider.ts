import type { LanguageModelV4, LanguageModelV4CallOptions } from '@ai-sdk/provider';
import type { JSONValue } from 'countersign';
import { type ScriptedCall, scriptedModel } from 'countersign/testing';

// Replaces the provider packages that the blocks import.

/** Returns a plausible value for a JSON Schema. */
function inputFor(schema: unknown): JSONValue {
  if (typeof schema !== 'object' || schema === null) return 'old';
  if ('enum' in schema && Array.isArray(schema.enum)) return schema.enum[0];
  if ('type' in schema && (schema.type === 'number' || schema.type === 'integer')) return 1;
  if ('type' in schema && schema.type === 'boolean') return true;
  if (!('properties' in schema) || typeof schema.properties !== 'object') return 'old';
  return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, member]) => [name, inputFor(member)]));
}

/** Returns one call per offered tool, so that every possible request for approval occurs. */
function callEach({ tools = [] }: LanguageModelV4CallOptions): {
  readonly text: string;
  readonly calls: ScriptedCall[];
} {
  const calls = tools.flatMap((tool) =>
    tool.type === 'function' ? [{ toolName: tool.name, input: inputFor(tool.inputSchema) }] : [],
  );
  return { text: 'One moment.', calls };
}

/** A model that calls each of its tools once and then ends. A further request throws. */
export const offeredModel = (): LanguageModelV4 => scriptedModel([callEach, 'That is done.']);

/** Replaces the function of `@ai-sdk/openai-compatible`. */
export const createOpenAICompatible = (): typeof offeredModel => offeredModel;
