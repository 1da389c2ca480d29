import type { DeferredAnswer } from '../protocol/answers.js';
import { validate } from '../protocol/schema.js';
import type { Issue } from '../protocol/signals.js';
import type { RunScope } from './run-scope.js';
import type { TurnCall } from './turn.js';

/** What is wrong with an answer: an edited input or a result that breaks its tool's schema. Empty: nothing. */
export async function checkAnswer(run: RunScope, call: TurnCall, answer: DeferredAnswer): Promise<readonly Issue[]> {
  if (call.providerApprovalId !== undefined && answer.kind === 'tool-approved' && answer.overrideArgs !== undefined) {
    return [{ path: [], message: 'The provider runs this call itself, so its input cannot be edited here.' }];
  }
  const tool = run.stepTools.get(call.toolName);
  if (tool === undefined) return [];
  if (answer.kind === 'tool-approved' && answer.overrideArgs !== undefined) {
    const result = await validate(tool.inputSchema, answer.overrideArgs);
    return result.success ? [] : result.issues;
  }
  if (answer.kind === 'tool-return' && tool.outputSchema !== undefined) {
    const result = await validate(tool.outputSchema, answer.returnValue);
    return result.success ? [] : result.issues;
  }
  return [];
}
