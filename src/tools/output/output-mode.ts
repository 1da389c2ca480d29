import type { JSONSchema7 } from '@ai-sdk/provider';
import type { ToolSchema } from '../../protocol/schema.js';

/** A way to ask the model for text that is JSON. */
export interface OutputMode<OUTPUT = unknown> {
  readonly outputSchema: ToolSchema<OUTPUT>;
  /** The name and description of the schema for the provider. */
  readonly about?: { readonly name?: string; readonly description?: string };
  /** Makes the instructions from the schema, if the schema is not sent to the provider. */
  readonly instruct?: (schema: JSONSchema7) => string;
}

/**
 * Asks the model for JSON by its provider's own structured output. A schema as `output` does the same.
 *
 * @param schema the schema of the output.
 * @param about a `name` and a `description` that some providers pass on to the model. Default: none.
 * @example
 * const output = nativeOutput(weather, { name: 'weather', description: 'The weather of a city' });
 * const agent = createAgent({ model, output });
 */
export function nativeOutput<OUTPUT>(
  schema: ToolSchema<OUTPUT>,
  about: { readonly name?: string; readonly description?: string } = {},
): OutputMode<OUTPUT> {
  return { outputSchema: schema, about };
}

const defaultTemplate =
  "Always respond with a JSON object that's compatible with this schema:\n\n{schema}\n\nDon't include any text or Markdown fencing before or after.";

/**
 * Asks the model for JSON in its instructions only, for models whose provider has no structured output.
 *
 * @param schema the schema of the output.
 * @param options `template`: text that is added to the instructions, with `{schema}` in place of the JSON Schema.
 *   Default: in English.
 * @example createAgent({ model, output: promptedOutput(weather) })
 */
export function promptedOutput<OUTPUT>(
  schema: ToolSchema<OUTPUT>,
  { template = defaultTemplate }: { readonly template?: string } = {},
): OutputMode<OUTPUT> {
  return { outputSchema: schema, instruct: (json) => template.replaceAll('{schema}', () => JSON.stringify(json)) };
}
