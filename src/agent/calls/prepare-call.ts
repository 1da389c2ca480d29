import { defaultTitle } from '../../approval/default-title.js';
import { deepFreeze, type JSONValue } from '../../protocol/base/json.js';
import { given } from '../../protocol/base/record.js';
import { quoteList } from '../../protocol/base/words.js';
import { validate } from '../../protocol/schema.js';
import { type Issue, ToolFailed } from '../../protocol/signals.js';
import type { Tool } from '../../tools/tool.js';
import { hookInput } from '../around/hook-calls.js';
import { parseInput } from '../plumbing/parse-input.js';
import { offeredTools } from '../policy/hide-tools.js';
import type { RunScope } from '../run/run-scope.js';
import type { Deferral, TurnCall } from '../run/turn.js';

/** What the model is told about a call that makes no sense. */
export interface CallProblem {
  readonly message: string;
  readonly issues?: readonly Issue[];
}

/** A call whose input passed its tool's schema, or what the model is to be told instead. */
export type PreparedCall =
  | {
      readonly type: 'ready';
      readonly tool: Tool;
      /** What the model wrote, or hooks made of it. */
      readonly written: JSONValue;
      /** The same, or what is known to be its input by now. */
      readonly input: JSONValue;
      /** The input, validated. Nobody else has it. */
      readonly value: unknown;
    }
  | { readonly type: 'invalid'; readonly problem: CallProblem };

/** Finds the tool and checks the input. Nothing that fails here is ever shown to a person. */
export async function prepareCall(run: RunScope, call: TurnCall, known?: JSONValue): Promise<PreparedCall> {
  const tool = run.stepTools.get(call.toolName);
  if (tool === undefined) {
    const names = quoteList([...offeredTools(run).keys()]);
    return invalid(`Unknown tool name: '${call.toolName}'. Available tools: ${names}`);
  }
  let parsed = parseInput(call.rawInput);
  if (known === undefined && call.hooked === undefined) {
    const hooked = await hookInput({ run, call, tool, parsed });
    if (hooked !== undefined) call.hooked = hooked;
  }
  const { hooked } = call;
  if (hooked?.type === 'failed') throw new ToolFailed(hooked.message);
  if (hooked?.type === 'invalid') return hooked;
  if (hooked !== undefined) parsed = { success: true, value: hooked.input };
  if (!parsed.success) return invalid(parsed.message);
  const input = deepFreeze(known ?? parsed.value);
  const result = await validate(tool.inputSchema, input);
  if (!result.success) return invalid('The input does not match the schema:', result.issues);
  if (result.unchecked) call.unchecked = true;
  return { type: 'ready', tool, written: parsed.value, input, value: result.value };
}

/** All that can be said of a call whose tool is gone, or takes its input no more. */
export function bareDeferral({ toolCallId, toolName, input, rawInput }: TurnCall): Deferral {
  const parsed = parseInput(rawInput);
  const shown = input ?? (parsed.success ? parsed.value : rawInput);
  return {
    kind: 'external',
    call: { toolCallId, toolName, input: shown, title: defaultTitle(toolName, shown) },
    metadata: undefined,
  };
}

/** Validates an input again: whoever gets the value may change it, so each gets one of its own. */
export type Fresh = () => Promise<unknown>;

/** Makes validations of an input that has passed its tool's schema; a spare one is given away first. */
export function freshOf({ inputSchema }: Tool, input: JSONValue, ...spare: unknown[]): Fresh {
  return async () => {
    if (spare.length > 0) return spare.pop();
    const again = await validate(inputSchema, input);
    return again.success ? again.value : input;
  };
}

function invalid(message: string, issues?: readonly Issue[]): PreparedCall {
  return { type: 'invalid', problem: { message, ...given({ issues }) } };
}
