import type { ModelMessage } from 'ai';
import { closeHistory } from '../../agent/batch/repair-history.js';
import type { RunOptions } from '../../agent/run/run-options.js';
import type { RunScope } from '../../agent/run/run-scope.js';
import { UserError } from '../../protocol/base/errors.js';
import { toJsonMessages } from '../../protocol/base/json-messages.js';
import { definedProps } from '../../protocol/base/record.js';
import type { RunStart } from './run-client.js';

/** Returns the request that starts a run on its server. */
export function toRunStart(run: RunScope & { readonly agent: string }): RunStart {
  const { runId, agent, conversationId, metadata, prompt, messages } = run;
  return {
    ...{ key: runId, agent, conversationId, messages: toJsonMessages(closeHistory(withoutApprovals(messages))) },
    ...definedProps({ input: prompt.length === 0 ? undefined : toJsonMessages(prompt) }),
    ...(Object.keys(metadata).length === 0 ? {} : { metadata }),
  };
}

/** Removes approvals from a history: a server ignores them and decides about its calls itself. */
function withoutApprovals(messages: readonly ModelMessage[]): readonly ModelMessage[] {
  const isApproval = (type: string): boolean => type === 'tool-approval-request' || type === 'tool-approval-response';
  return messages.flatMap((message): readonly ModelMessage[] => {
    const { content } = message;
    if (typeof content === 'string' || !content.some(({ type }) => isApproval(type))) return [message];
    const rest = content.filter(({ type }) => !isApproval(type));
    return rest.length === 0 ? [] : [{ ...message, content: rest } as ModelMessage]; // Its parts belong to this role.
  });
}

/** Options that belong to the agent on the server. Passing one here has no effect, so it is refused. */
const theirs = [
  'policy',
  'model',
  'instructions',
  'toolsets',
  'toolsContext',
  'toolRetries',
  'toolTimeout',
  'prepareMessages',
  'output',
  'modelSettings',
  'usageLimits',
  'expiry',
  'deferredToolResults',
] as const satisfies readonly (keyof RunOptions)[];

/** @throws UserError for an option of a run that cannot be sent to its server. */
export function refuseTheirs(options: object, names: readonly string[] = theirs): void {
  const found = Object.entries(options).find(([name, option]) => option !== undefined && names.includes(name));
  if (found === undefined) return;
  throw new UserError(
    'run-server-options',
    `The option \`${found[0]}\` cannot be sent to an agent on a run server. Nothing ran. Pass it to createAgent() on the server.`,
  );
}
