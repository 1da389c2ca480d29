import { UserError } from '../../protocol/base/errors.js';
import type { ToolSchema } from '../../protocol/schema.js';
import { type Tool, tool } from '../tool.js';
import { endsRun } from './ends-run.js';

/** A tool whose call ends the run, with an output. Made by {@link outputTool}; belongs into an `output`, and not among the tools. */
// biome-ignore lint/suspicious/noExplicitAny: the input is checked where the tool is made, and the deps where the agent is typed
export interface OutputTool<OUTPUT = unknown, DEPS = any> extends Tool<any, OUTPUT, DEPS> {
  readonly [endsRun]: 'input' | 'result';
  readonly outputName?: string;
}

/** What the model is told of an output tool. */
export interface OutputToolOptions {
  /**
   * What the model calls it. Default: `final_result`, or where there are several, that with the title of its schema or a number:
   * `final_result_Refund`, `final_result_2`.
   */
  readonly name?: string;
  /** What it is good for: the model reads it. Default: that of the tool, or that it ends the task. */
  readonly description?: string;
}

/**
 * Makes an output that the model gives by calling a tool. Its call ends the run: of a schema, with the input that passed it; of a tool, with what
 * its `execute` returns, which may throw `ModelRetry`, or hand over to another agent (`agentTool`). What the model wrote wrong, or `ModelRetry` refused, is told to the
 * model, and counts against `outputRetries`; another error ends the run.
 *
 * @param what a schema; or a tool with `execute`, made by `tool()`, `toolFor()` or `agentTool()`, which policies are asked about as about any other.
 * @throws UserError `output-tool` for a tool without `execute`.
 * @example output: [outputTool(refund, { name: 'give_refund' }), outputTool(agentTool(lawyer, about), { name: 'hand_over' })]
 */
export function outputTool<OUTPUT>(
  schema: ToolSchema<OUTPUT>,
  options?: OutputToolOptions,
): OutputTool<OUTPUT, unknown>;
/** The same of a tool: an output function, or another agent. */
export function outputTool<INPUT, OUTPUT, DEPS>(
  what: Tool<INPUT, OUTPUT, DEPS>,
  options?: OutputToolOptions,
): OutputTool<Awaited<OUTPUT>, DEPS>;
/** How both are made. */
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
      'outputTool() was given a tool without `execute`, whose result nobody here could make the output. Pass its schema, or a tool with `execute`.',
    );
  }
  return { ...what, ...about, [endsRun]: 'result' };
}

function isTool(what: ToolSchema | Tool): what is Tool {
  return 'inputSchema' in what;
}
