import { type PolicyCall, toCapabilities, unknownCapability } from '../../approval/policy/policy-call.js';
import { type CallOrigin, callOrigin } from '../../protocol/base/call-origin.js';
import { deepFreeze, type JSONValue } from '../../protocol/base/json.js';
import { definedProps } from '../../protocol/base/record.js';
import type { endsRun } from '../../tools/output/ends-run.js';
import type { Tool } from '../../tools/tool.js';
import { abortable } from '../plumbing/abortable.js';
import type { Execution, RunScope } from '../run/run-scope.js';
import { toolContext } from '../run/tool-context.js';
import { annotationsOf, reversibleOf, untrustedReads } from './call-risk.js';
import { definitionOf } from './definition-of.js';

/** An input, and the same validated: each caller gets a validation of its own. */
export interface Considered {
  readonly input: JSONValue;
  readonly value: unknown;
}

/** The parts of a tool that describe it. */
export type DescribedTool = Pick<Tool, 'capabilities' | 'metadata' | 'reversible' | typeof endsRun>;

/** A call as policies and grants see it. */
export async function toPolicyCall(
  execution: Execution,
  tool: DescribedTool,
  considered: Considered,
): Promise<PolicyCall> {
  const { run, call } = execution;
  return deepFreeze({
    toolName: call.toolName,
    input: considered.input,
    capabilities: await capabilitiesOf(execution, tool, considered.value),
    agentPath: [...run.agentPath],
    ...definedProps({ origin: callOriginOf(run, call.toolName) }),
    annotations: { ...annotationsOf(tool) },
    ...definedProps({ reversible: reversibleOf(tool) }),
    untrustedReads: untrustedReads(run),
    ...definedProps({ definition: await definitionOf(run.stepTools.get(call.toolName), call.toolName) }),
  });
}

async function capabilitiesOf(execution: Execution, tool: DescribedTool, value: unknown): Promise<readonly string[]> {
  const { run, call, signal, emit } = execution;
  const { capabilities = [] } = tool;
  try {
    const declared =
      typeof capabilities === 'function'
        ? await abortable(signal, () => capabilities(value, toolContext(run, call, signal)))
        : capabilities;
    const list = toCapabilities(declared);
    if (list !== undefined) return list;
    throw new Error('they are not an array of strings');
  } catch (error) {
    if (signal.aborted) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    const message = `capabilities of tool '${call.toolName}' failed (${reason}), so the call '${call.toolCallId}' requires approval, unless the policy allows everything. Fix the function.`;
    emit({ type: 'warning', code: 'capabilities-threw', message });
    return [unknownCapability];
  }
}

/** Returns the server that provides a tool; `undefined` for a tool of the app's own code. */
export function callOriginOf(run: RunScope, toolName: string): CallOrigin | undefined {
  return run.stepTools.get(toolName)?.[callOrigin];
}
