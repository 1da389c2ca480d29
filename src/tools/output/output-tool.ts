import { UserError } from '../../protocol/base/errors.js';
import type { ToolSchema } from '../../protocol/schema.js';
import { type Tool, tool } from '../tool.js';
import { endsRun } from './ends-run.js';

/**
 * A tool whose call ends the run with an output. Made by {@link outputTool} for the agent's `output` option. It is not
 * part of the agent's `tools`.
 */
// biome-ignore lint/suspicious/noExplicitAny: the tool's definition checks the input, the agent's type the deps
export interface OutputTool<OUTPUT = unknown, DEPS = any> extends Tool<any, OUTPUT, DEPS> {
  readonly [endsRun]: 'input' | 'result';
  readonly outputName?: string;
}

/** The name and description of an output tool for the model. */
export interface OutputToolOptions {
  /**
   * The name that the model calls. Default: `final_result`; if there are several, followed by the title of its schema
   * or a number: `final_result_Refund`, `final_result_2`.
   */
  readonly name?: string;
  /** The description that the model reads. Default: the tool's own; for a schema, that the call ends the task. */
  readonly description?: string;
}

/**
 * Makes an output that the model returns by calling a tool. The call ends the run. The output is the validated input
 * (for a schema) or the result of `execute` (for a tool). `execute` can throw `ModelRetry`, or run another agent
 * (`agentTool`). The model reads the reason of an invalid input or a `ModelRetry` and tries again, up to
 * `outputRetries` times. Any other error ends the run.
 *
 * @param what a schema; or a tool with `execute`, made by `tool()`, `toolFor()` or `agentTool()`. Policies apply to the
 *   tool as to any other.
 * @throws UserError `output-tool` for a tool without `execute`.
 * @example
 * output: [
 *   outputTool(refund, { name: 'give_refund' }),
 *   outputTool(agentTool(lawyer, about), { name: 'hand_over' }),
 * ]
 */
export function outputTool<OUTPUT>(
  schema: ToolSchema<OUTPUT>,
  options?: OutputToolOptions,
): OutputTool<OUTPUT, unknown>;
/** Makes an output of a tool: an output function, or another agent. */
export function outputTool<INPUT, OUTPUT, DEPS>(
  what: Tool<INPUT, OUTPUT, DEPS>,
  options?: OutputToolOptions,
): OutputTool<Awaited<OUTPUT>, DEPS>;
/** The implementation of both overloads. */
export function outputTool(
  what: ToolSchema | Tool,
  { name, description }: OutputToolOptions = {},
): OutputTool<unknown, unknown> {
  const about = {
    ...(name === undefined ? {} : { outputName: name }),
    ...(description === undefined ? {} : { description }),
  };
  if (!isTool(what)) {
    const made = tool({ inputSchema: what, execute: (input) => input, idempotent: true });
    return { ...made, description: 'Ends the task with this result.', ...about, [endsRun]: 'input' };
  }
  if (what.execute === undefined) {
    throw new UserError(
      'output-tool',
      'outputTool() was given a tool without `execute`, so its call would have no result to use as the output. Pass its schema, or a tool with `execute`.',
    );
  }
  return { ...what, ...about, [endsRun]: 'result' };
}

function isTool(what: ToolSchema | Tool): what is Tool {
  return 'inputSchema' in what;
}
