import { UserError } from '../../protocol/base/errors.js';
import { toJsonMessages } from '../../protocol/base/json-messages.js';
import { given } from '../../protocol/base/record.js';
import type { RunOptions } from '../run/run-options.js';
import type { RunScope } from '../run/run-scope.js';
import type { RunStart } from './run-client.js';

/** What a server is told of a run that is to begin. */
export function toRunStart(run: RunScope & { readonly agent: string }): RunStart {
  const { runId, agent, conversationId, metadata, prompt, messages } = run;
  return {
    ...{ key: runId, agent, conversationId, messages: toJsonMessages(messages) },
    ...given({ input: prompt.length === 0 ? undefined : toJsonMessages(prompt) }),
    ...(Object.keys(metadata).length === 0 ? {} : { metadata }),
  };
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
