import type { ToolSchema } from '../../protocol/schema.js';
import type { MarkOf, ToIntersection } from '../tool-map.js';
import { endsRun } from './ends-run.js';
import type { OutputMode } from './output-mode.js';
import type { OutputTool } from './output-tool.js';

/** One of several outputs that an agent may give: by a tool of its own; or its plain text. */
export type OutputChoice<OUTPUT = unknown> = ToolSchema<OUTPUT> | OutputTool<OUTPUT> | 'text';

/** What the output of an agent is: a text that is JSON (a schema or a mode), or whichever of a list the model chooses. */
export type OutputSpec<OUTPUT = unknown> =
  | ToolSchema<OUTPUT>
  | OutputMode<OUTPUT>
  | OutputTool<OUTPUT>
  | readonly OutputChoice<OUTPUT>[];

/** An output by calls: one of several, or a single one. */
export type CalledOutput = OutputTool | readonly OutputChoice[];

/** What the model may choose. */
export type ChoiceOf<CALLS> = CALLS extends readonly (infer CHOICE)[] ? CHOICE : CALLS;

/** The deps that the tools among the choices need. */
export type DepsOfChoice<CHOICE> = ToIntersection<CHOICE extends unknown ? MarkOf<CHOICE> : never>;

/** The type of what a choice gives. */
export type OutputOf<CHOICE> = CHOICE extends 'text'
  ? string
  : CHOICE extends OutputTool<infer OUTPUT>
    ? OUTPUT
    : CHOICE extends ToolSchema<infer OUTPUT>
      ? OUTPUT
      : never;

/** Tells an output tool from a schema. */
export function isOutputTool(choice: object): choice is OutputTool {
  return endsRun in choice;
}
