import type { Emit } from '../plumbing/delta-batcher.js';
import { judgeCall } from '../policy/enforce-policies.js';
import { judgeHidden } from '../policy/hide-tools.js';
import type { Execution, RunScope } from '../run/run-scope.js';
import { aboutCall } from '../run/tool-context.js';
import { callsIn, type Deferral, type Turn } from '../run/turn.js';
import { askGrants } from './ask-grants.js';
import { endCall, passOn } from './end-call.js';

/** Asks the policies and what people wanted remembered about calls that the provider would run, before people are asked. */
export async function judgeProviderCalls(run: RunScope, turn: Turn, emit: Emit): Promise<void> {
  for (const call of callsIn(turn, 'waiting')) {
    if (call.providerApprovalId === undefined || call.policyCall !== undefined) continue;
    await judgeProviderCall({ run, call, signal: run.signal, emit }, call.state.deferral);
  }
}

async function judgeProviderCall(execution: Execution, deferral: Deferral): Promise<void> {
  const { run, call, emit } = execution;
  const { input } = deferral.call;
  // Tools behind a provider's MCP server have names that nobody here has heard of.
  const tool = run.stepTools.get(call.toolName) ?? {};
  const hidden = judgeHidden(execution);
  if (hidden !== undefined) return endCall({ call, end: hidden, emit });
  const judged = await judgeCall(execution, tool, { input, value: input, rewritten: undefined });
  if (judged.type === 'end') return endCall({ call, end: judged.end, emit });
  if (call.state.status === 'approved' || (await askGrants(execution))) {
    passOn(call, emit);
  } else if (call.state.status === 'waiting') {
    const about = aboutCall(call, deferral.metadata);
    call.state = { status: 'waiting', deferral: { ...deferral, call: { ...deferral.call, ...about } } };
  }
}
