import { defaultTitle } from '../../approval/default-title.js';
import { callOrigin } from '../../protocol/base/call-origin.js';
import { isSameJson, type JSONObject, type JSONValue, toJson } from '../../protocol/base/json.js';
import { definedProps } from '../../protocol/base/record.js';
import type { DeferredKind } from '../../protocol/deferred.js';
import { agreed, showValue } from '../../protocol/effective-input.js';
import type { Tool } from '../../tools/tool.js';
import { parseInput } from '../plumbing/parse-input.js';
import { reversibleOf } from '../policy/call-risk.js';
import { definitionOf } from '../policy/definition-of.js';
import { describeCall, freshOf, redactionsOf } from '../run/describe-call.js';
import { aboutCall } from '../run/tool-context.js';
import type { Deferral, TurnCall } from '../run/turn.js';

/** The data of a request about a call. */
export interface Question {
  readonly kind: DeferredKind | 'question';
  readonly tool: Tool;
  readonly input: JSONValue;
  /** The same input, validated. */
  readonly value: unknown;
  readonly metadata: JSONObject | undefined;
}

/**
 * The question about a call. What it will run as is looked at before the tool's own code gets to see it, and may change
 * it.
 */
export async function toDeferral(call: TurnCall, { kind, tool, input, value, metadata }: Question): Promise<Deferral> {
  const first = showValue(value);
  const other = await freshOf(tool, input)();
  const { value: shown, unpredictablePaths } = agreed(first, showValue(other));
  const definition = await definitionOf(tool, call.toolName);
  const hidden = redactionsOf(tool, other);
  return {
    kind: kind === 'question' ? 'external' : kind,
    // A copy: the batch is frozen, and what the tool holds is not ours to freeze.
    metadata: metadata && (toJson(metadata, `The metadata of tool '${call.toolName}'`) as JSONObject),
    call: {
      ...describeCall(tool, value, () => defaultTitle(call.toolName, input, hidden.redactions)),
      ...(unpredictablePaths.length === 0 && isSameJson(input, shown) ? {} : { effectiveInput: shown }),
      ...(unpredictablePaths.length === 0 ? {} : { unpredictablePaths }),
      toolCallId: call.toolCallId,
      toolName: call.toolName,
      ...(kind === 'question' ? { kind } : {}),
      input,
      ...(call.unchecked ? { unchecked: true } : {}),
      ...(tool.description === undefined ? {} : { description: tool.description }),
      ...definedProps({ origin: tool[callOrigin], reversible: reversibleOf(tool), definition }),
      ...(tool.preview === undefined ? {} : { hasPreview: true }),
      ...aboutCall(call, metadata),
      ...hidden,
    },
  };
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
