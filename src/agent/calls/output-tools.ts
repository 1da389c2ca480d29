import { toJson } from '../../protocol/base/json.js';
import type { ToolRunContext } from '../../protocol/run-context.js';
import { type ToolSchema, toJsonSchema } from '../../protocol/schema.js';
import type { NamedSource } from '../../tools/merge-tools.js';
import { endsRun } from '../../tools/output/ends-run.js';
import { isOutputTool } from '../../tools/output/output-spec.js';
import { type OutputTool, outputTool } from '../../tools/output/output-tool.js';
import { toRecord } from '../../tools/resolve-tools.js';
import type { Tool } from '../../tools/tool.js';
import { executionOf } from '../run/nesting.js';
import type { Execution, RunScope } from '../run/run-scope.js';
import { validated } from './check-output.js';
import { toReturn } from './run-body.js';

/** Creates the tools by which the model returns an output. */
export async function outputTools(run: RunScope): Promise<NamedSource> {
  const { choices } = run.config.output;
  const named = choices.map(async (choice, index) => {
    const made = isOutputTool(choice) ? choice : outputTool(choice);
    const name = made.outputName ?? (choices.length === 1 ? stem : await nameOfChoice(made.inputSchema, index));
    return [name, storingOutput(made)] as const;
  });
  return { source: toRecord(new Map(await Promise.all(named))), origin: 'the output' };
}

const stem = 'final_result';

async function nameOfChoice(schema: ToolSchema, index: number): Promise<string> {
  const { title = '' } = await toJsonSchema(schema, 'the output');
  return `${stem}_${/^[A-Za-z0-9_-]{1,50}$/.test(title) ? title : index + 1}`;
}

/** The tool, which keeps what it gives as the output and tells the model only that it has it. */
function storingOutput(made: OutputTool): Tool {
  return {
    ...made,
    execute: async (input: unknown, ctx: ToolRunContext) => {
      const execution = executionOf(ctx);
      const given: unknown = await made.execute?.(input, ctx as Parameters<NonNullable<Tool['execute']>>[1]); // the run's own
      if (execution !== undefined) await storeOutput(execution, made[endsRun], given);
      return processed;
    },
  };
}

async function storeOutput({ run, call }: Execution, kind: 'input' | 'result', given: unknown): Promise<void> {
  const output = kind === 'result' ? toReturn(call, given).returnValue : given;
  const value = await validated(run, output);
  // What the schema alone makes of the input can be made again.
  if (kind === 'input' && value === output) return;
  call.body.final = { value: run.journal === undefined ? value : toJson(value, `The output of '${call.toolName}'`) };
}

/** Until it is known what became of the output. */
const processed = 'Final result processed.';
