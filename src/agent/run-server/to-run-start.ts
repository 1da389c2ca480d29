import type { ModelMessage } from 'ai';
import { UserError } from '../../protocol/base/errors.js';
import { toJsonMessages } from '../../protocol/base/json-messages.js';
import { given } from '../../protocol/base/record.js';
import { closeHistory } from '../batch/repair-history.js';
import type { RunOptions } from '../run/run-options.js';
import type { RunScope } from '../run/run-scope.js';
import type { RunStart } from './run-client.js';

/** What a server is told of a run that is to begin. */
export function toRunStart(run: RunScope & { readonly agent: string }): RunStart {
  const { runId, agent, conversationId, metadata, prompt, messages } = run;
  return {
    ...{ key: runId, agent, conversationId, messages: toJsonMessages(closeHistory(withoutApprovals(messages))) },
    ...given({ input: prompt.length === 0 ? undefined : toJsonMessages(prompt) }),
    ...(Object.keys(metadata).length === 0 ? {} : { metadata }),
  };
}

/** A server believes no approval of a history: it decides about its calls itself. */
function withoutApprovals(messages: readonly ModelMessage[]): readonly ModelMessage[] {
  const isApproval = (type: string): boolean => type === 'tool-approval-request' || type === 'tool-approval-response';
  return messages.flatMap((message): readonly ModelMessage[] => {
    const { content } = message;
    if (typeof content === 'string' || !content.some(({ type }) => isApproval(type))) return [message];
    const rest = content.filter(({ type }) => !isApproval(type));
    return rest.length === 0 ? [] : [{ ...message, content: rest } as ModelMessage]; // its parts are of this role
  });
}

/** What belongs to the agent on the server: who gives it here would believe that it counts. */
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

/** @throws UserError for an option of a run that its server cannot be told. */
export function refuseTheirs(options: object, names: readonly string[] = theirs): void {
  const found = Object.entries(options).find(([name, option]) => option !== undefined && names.includes(name));
  if (found === undefined) return;
  throw new UserError(
    'run-server-options',
    `\`${found[0]}\` was given to an agent on a run server, which cannot be told it. Nothing was run. Give it to createAgent() there.`,
  );
}
