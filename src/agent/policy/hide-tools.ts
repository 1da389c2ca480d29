import { toCapabilities, unknownCapability } from '../../approval/policy/policy-call.js';
import { attribute } from '../../approval/policy/policy-decision.js';
import { callOrigin } from '../../protocol/base/call-origin.js';
import { definedProps } from '../../protocol/base/record.js';
import { endsRun } from '../../tools/output/ends-run.js';
import type { Tool } from '../../tools/tool.js';
import type { Emit } from '../plumbing/delta-batcher.js';
import type { RunScope } from '../run/run-scope.js';
import { annotationsOf } from './call-risk.js';

/** Finds the tools of the step that the model need not see. */
export function hideTools(run: RunScope): void {
  for (const name of run.hiddenTools.keys()) if (!run.stepTools.has(name)) run.hiddenTools.delete(name);
  // Policies do not apply to tools that only end the run.
  for (const [name, tool] of run.stepTools) if (tool[endsRun] !== 'input') hideTool(run, name, tool);
}

/** Says once which tools the model does not see, and why. */
export function reportHidden({ hiddenTools }: RunScope, emit: Emit): void {
  for (const [toolName, hidden] of hiddenTools) {
    const { decision, by, isReported } = hidden;
    if (isReported) continue;
    emit({ type: 'policy-decision', toolName, effect: decision.effect, reason: decision.reason, by });
    hiddenTools.set(toolName, { ...hidden, isReported: true });
  }
}

/**
 * A tool of which every call would be blocked only misleads the model. It stays known: an older run may have called it.
 */
function hideTool(run: RunScope, toolName: string, tool: Tool): void {
  const { capabilities = [] } = tool;
  const origin = definedProps({ origin: tool[callOrigin] });
  const about = { toolName, agentPath: run.agentPath, ...origin, annotations: annotationsOf(tool) };
  const known = typeof capabilities === 'function' ? undefined : (toCapabilities(capabilities) ?? [unknownCapability]);
  for (const policy of run.gate.policies) {
    const decision = policy.hides?.({ ...about, capabilities: known });
    if (decision === undefined) continue;
    if (!run.hiddenTools.has(toolName)) run.hiddenTools.set(toolName, attribute(policy.name, decision));
    return;
  }
  run.hiddenTools.delete(toolName);
}

/** The tools of the step that the model may know of. */
export function offeredTools({ stepTools, hiddenTools, withoutTools }: RunScope): ReadonlyMap<string, Tool> {
  if (hiddenTools.size + withoutTools.size === 0) return stepTools;
  return new Map([...stepTools].filter(([name]) => !hiddenTools.has(name) && !withoutTools.has(name)));
}
