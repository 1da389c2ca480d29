import type { JSONSchema7 } from '@ai-sdk/provider';
import { toolOrigin } from '../protocol/base/definition.js';
import { fromJsonSchema, type ToolSchema } from '../protocol/schema.js';
import { makeToolset, resolveTools } from './resolve-tools.js';
import { type ToolDefinition, tool } from './tool.js';
import type { Toolset } from './toolset.js';

/** A tool whose results are produced elsewhere. Its schemas can be plain JSON Schemas. */
export interface ExternalToolDefinition
  extends Pick<
    ToolDefinition<unknown, unknown, unknown>,
    | 'description'
    | 'title'
    | 'metadata'
    | 'capabilities'
    | 'requiresApproval'
    | 'describe'
    | 'strict'
    | 'providerOptions'
  > {
  /** The schema of the input that the model writes. */
  readonly inputSchema: ToolSchema | JSONSchema7;
  /** The schema of the result. Default: any JSON. */
  readonly outputSchema?: ToolSchema | JSONSchema7;
}

/**
 * Makes a toolset of definitions without code. A call of one of its tools is deferred, and its result comes from a
 * client tool, a handler or a later run. Plain JSON Schemas are validated only if `countersign/json-schema` is
 * imported.
 *
 * @param definitions by tool name.
 * @example
 * const tools = externalToolset({
 *   pickColor: { description: 'Ask for a colour', inputSchema: { type: 'object' } },
 * });
 */
export function externalToolset(definitions: Readonly<Record<string, ExternalToolDefinition>>): Toolset {
  const tools = Object.fromEntries(
    Object.entries(definitions).map(([name, { inputSchema, outputSchema, ...rest }]) => [
      name,
      {
        ...tool<unknown, unknown>({
          ...rest,
          inputSchema: fromJsonSchema(inputSchema),
          ...(outputSchema === undefined ? {} : { outputSchema: fromJsonSchema(outputSchema) }),
        }),
        [toolOrigin]: 'externalToolset()',
      },
    ]),
  );
  return makeToolset('externalToolset()', (ctx) => resolveTools(tools, ctx));
}
