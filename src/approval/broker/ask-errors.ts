import { HandlerError, RunAborted, UserError } from '../../protocol/errors.js';
import type { PendingItem } from './pending.js';

/** For a call that waits already. */
export function askedTwice(id: string): UserError {
  return new UserError(
    'asked-twice',
    `The call '${id}' waits already, and only one could be answered. Give each batch an id of its own.`,
  );
}

/** For a call whose time was up, where that ends the run. */
export function expired({ call }: PendingItem): HandlerError {
  return new HandlerError(
    'expired',
    `Nobody answered '${call.toolCallId}' (${call.title}) in time, and \`onExpiry: 'fail'\` ends the run then. It can be resumed.`,
  );
}

/** For a batch that the run does not want answered any more. */
export function noLongerWanted(): RunAborted {
  return new RunAborted(
    'ask-cancelled',
    'The question was withdrawn: the run was stopped, or its handler answered without people.',
  );
}
