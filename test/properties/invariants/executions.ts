import { isDeepStrictEqual } from 'node:util';
import { approvedPart, inputSchema } from '../input-schema.js';
import { approvalIdOf } from '../provider.js';
import type { World } from '../world.js';

/** Checks invariants 3, 4 and 5 for every execution. */
export function checkExecutions(world: World): void {
  checkProviderApprovals(world);
  const effects = new Set<number>();
  for (const execution of world.executions) {
    const { n, runId, toolName, toolCallId, approved, needsYes, hasEffect, input } = execution;
    const what = `${toolName} '${toolCallId}'`;
    if (hasEffect && effects.has(n)) world.fail('5 nothing twice', `${what}, call ${n}, took effect again`);
    if (hasEffect) effects.add(n);
    if (needsYes && hasEffect && !approved) world.fail('3 never without a yes', `${what} ran without one`);
    if (!approved) {
      if (!isDeepStrictEqual(approvedPart(input, ['era']), inputSchema.parse({ n })))
        world.fail('4 what runs is what was shown', `${what} ran with ${JSON.stringify(input)}`);
      continue;
    }
    const yes = world.approvals.find(
      (item) => item.runId === runId && item.toolCallId === toolCallId && item.uses === 0,
    );
    if (yes === undefined) {
      world.fail('3 a yes for that very call, used once', `${what} ran as approved`);
      continue;
    }
    yes.uses += 1;
    if (!isDeepStrictEqual(approvedPart(input, yes.made), yes.input))
      world.fail(
        '4 what runs is what was shown',
        `${what} ran with ${JSON.stringify(input)}, not ${JSON.stringify(yes.input)}`,
      );
  }
}

/**
 * Invariant 3 for calls of the provider: it receives an approval only for a call that a person approved, and
 * once.
 */
function checkProviderApprovals(world: World): void {
  for (const { run, outcome } of world.runs) {
    const answers = outcome?.newMessages.flatMap(({ role, content }) => (role === 'tool' ? content : [])) ?? [];
    for (const part of answers) {
      if (part.type !== 'tool-approval-response' || !part.approved) continue;
      const yes = world.approvals.find(
        ({ runId, input, uses }) => runId === run.runId && approvalIdOf(input) === part.approvalId && uses === 0,
      );
      if (yes === undefined) world.fail('3 a yes for that very call, used once', `${part.approvalId} was passed on`);
      else yes.uses += 1;
    }
  }
}
