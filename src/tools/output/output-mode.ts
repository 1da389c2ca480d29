import type { JSONSchema7 } from '@ai-sdk/provider';
import type { ToolSchema } from '../../protocol/schema.js';

/** How the model is asked for a text that is JSON. */
export interface OutputMode<OUTPUT = unknown> {
  readonly outputSchema: ToolSchema<OUTPUT>;
  /** What its provider is told of the schema. */
  readonly about?: { readonly name?: string; readonly description?: string };
  /** What its instructions say of the schema, in place of what its provider is told. */
  readonly instruct?: (schema: JSONSchema7) => string;
}

/**
 * Asks the model for JSON by its provider's own structured output; a bare schema as `output` does the same.
 *
 * @param schema what the text has to be.
 * @param about a `name` and a `description` that some providers pass on to the model. Default: none.
 * @example createAgent({ model, output: nativeOutput(weather, { name: 'weather', description: 'The weather of a city' }) })
 */
export function nativeOutput<OUTPUT>(
  schema: ToolSchema<OUTPUT>,
  about: { readonly name?: string; readonly description?: string } = {},
): OutputMode<OUTPUT> {
  return { outputSchema: schema, about };
}

/** What a model is told that has no structured output of its own. */
const defaultTemplate =
  "Always respond with a JSON object that's compatible with this schema:\n\n{schema}\n\nDon't include any text or Markdown fencing before or after.";

/**
 * Asks the model for JSON in its instructions alone, for models whose provider cannot hold them to a schema.
 *
 * @param schema what the text has to be.
 * @param options `template`: what the instructions say besides, with `{schema}` where the JSON Schema goes. Default: in English.
 * @example createAgent({ model, output: promptedOutput(weather) })
 */
export function promptedOutput<OUTPUT>(
  schema: ToolSchema<OUTPUT>,
  { template = defaultTemplate }: { readonly template?: string } = {},
): OutputMode<OUTPUT> {
  return { outputSchema: schema, instruct: (json) => template.replaceAll('{schema}', () => JSON.stringify(json)) };
}
