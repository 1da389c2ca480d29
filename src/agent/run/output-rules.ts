import type { ToolSchema } from '../../protocol/schema.js';
import type { OutputMode } from '../../tools/output/output-mode.js';
import { isOutputTool, type OutputChoice, type OutputSpec } from '../../tools/output/output-spec.js';
import type { OutputTool } from '../../tools/output/output-tool.js';
import type { OutputValidator } from './agent-options.js';

/** The rules for a run's output. */
export interface OutputRules {
  /** The schema of a JSON text, and the mode in which the model is asked for it. */
  readonly mode?: OutputMode;
  /** The tools by which the model may return it. */
  readonly choices: readonly (ToolSchema | OutputTool)[];
  readonly validators: readonly OutputValidator[];
  /** True if any text is a valid output. */
  readonly takesText: boolean;
}

/** Of an agent that promises nothing. */
export const anyText: OutputRules = { choices: [], validators: [], takesText: true };

/** Reads what an app says of its output. */
export function toOutputRules(output: OutputSpec = [], validators: readonly OutputValidator[] = []): OutputRules {
  if (isListed(output)) {
    const list = isOutputTool(output) ? [output] : output;
    const choices = list.filter((choice) => choice !== 'text');
    return { choices, validators, takesText: choices.length === 0 || choices.length < list.length };
  }
  const mode: OutputMode = 'outputSchema' in output ? output : { outputSchema: output };
  return { mode, choices: [], validators, takesText: false };
}

function isListed(output: OutputSpec): output is OutputTool | readonly OutputChoice[] {
  return Array.isArray(output) || isOutputTool(output);
}

/** The schemas of what the model may give. */
export function outputSchemas({ mode, choices }: OutputRules): readonly ToolSchema[] {
  return [...(mode ? [mode.outputSchema] : []), ...choices.map((one) => (isOutputTool(one) ? one.inputSchema : one))];
}
