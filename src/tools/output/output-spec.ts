import type { ToolSchema } from '../../protocol/schema.js';
import type { MarkOf, ToIntersection } from '../tool-map.js';
import { endsRun } from './ends-run.js';
import type { OutputMode } from './output-mode.js';
import type { OutputTool } from './output-tool.js';

/** One of several outputs that an agent can return: by calling a tool of its own, or as plain text. */
export type OutputChoice<OUTPUT = unknown> = ToolSchema<OUTPUT> | OutputTool<OUTPUT> | 'text';

/**
 * The output of an agent: text that is JSON (a schema or a mode), an output tool, or a list from which the model
 * chooses.
 */
export type OutputSpec<OUTPUT = unknown> =
  | ToolSchema<OUTPUT>
  | OutputMode<OUTPUT>
  | OutputTool<OUTPUT>
  | readonly OutputChoice<OUTPUT>[];

/** An output that the model returns by calling a tool. */
export type CalledOutput = OutputTool | readonly OutputChoice[];

/** The members of a list of outputs, or the single output. */
export type ChoiceOf<CALLS> = CALLS extends readonly (infer CHOICE)[] ? CHOICE : CALLS;

/** The deps that the tools among the choices need. */
export type DepsOfChoice<CHOICE> = ToIntersection<CHOICE extends unknown ? MarkOf<CHOICE> : never>;

/** The type of a choice's output. */
export type OutputOf<CHOICE> = CHOICE extends 'text'
  ? string
  : CHOICE extends OutputTool<infer OUTPUT>
    ? OUTPUT
    : CHOICE extends ToolSchema<infer OUTPUT>
      ? OUTPUT
      : never;

/** Returns `true` for an output tool, `false` for a schema. */
export function isOutputTool(choice: object): choice is OutputTool {
  return endsRun in choice;
}
