import { isWithin } from '../../approval/policy/policy-call.js';
import type { ExecuteContext, ToolRunContext } from '../../protocol/run-context.js';
import { loadSeldom } from '../plumbing/load-seldom.js';
import type { Execution } from '../run/run-scope.js';
import type { RunPlan } from './plan-call.js';

/** A body's context, with which it can ask for more than its call was let through with. */
export function withAuthorize(ctx: ToolRunContext, execution: Execution, plan: RunPlan): ExecuteContext {
  return Object.assign(ctx, {
    authorize: async (...capabilities: readonly string[]): Promise<void> => {
      const missing = capabilities.filter((one) => !isWithin(one, execution.call.budget));
      if (missing.length === 0) return;
      const { askForMore } = await loadSeldom();
      await askForMore(execution, plan, missing);
    },
  });
}
