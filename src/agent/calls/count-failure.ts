import { UnexpectedModelBehavior } from '../../protocol/base/errors.js';
import { type CallEnd, issueText } from '../../protocol/call-end.js';
import { type Execution, maxRetriesOf } from '../run/run-scope.js';
import { outputKind } from '../run/tool-context.js';
import { endCall } from '../run/turn.js';

/**
 * Ends a call with a failure that the model may mend, as long as its retries last.
 *
 * @throws UnexpectedModelBehavior when they do not.
 */
export function countFailure({ run, call, emit }: Omit<Execution, 'signal'>, end: CallEnd): void {
  const { toolName } = call;
  // Whether that was one too often is known once all output calls of the response are over.
  if (outputKind(run, call) !== undefined) {
    endCall({ call, end, emit });
    return;
  }
  const limit = maxRetriesOf(run, toolName);
  run.failures.inResponse.add(toolName);
  endCall({ call, end, emit });
  if ((run.failures.inARow.get(toolName) ?? 0) < limit) return;
  throw new UnexpectedModelBehavior(
    'tool-retries',
    `Tool '${toolName}' exceeded max retries count of ${limit}. Its last error: ${lastError(end)}. Make description and schema clearer, or raise \`retries\`.`,
  );
}

function lastError(end: CallEnd): string {
  const issues = 'issues' in end ? (end.issues ?? []) : [];
  const lines = issues.map((issue) => issueText(issue, 'input'));
  return ['message' in end ? end.message : end.status, lines.join('; ')].join(' ').trim();
}
