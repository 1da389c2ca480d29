import { UserError } from '../../protocol/base/errors.js';
import type { Grant } from './grant.js';
import type { Grants } from './grants.js';

const reason =
  'This conversation remembers nothing, so the decision was not taken. Pass `grants: createGrants()`, or leave `remember` out.';

/** One list for ever: whoever renders it takes another one for a change. */
const none: readonly Grant[] = Object.freeze([]);

/** The ledger of a conversation that was given none: it remembers nothing, and an app that does not use grants does not load them. */
export const noGrants: Grants = Object.freeze({
  list: () => none,
  add: () => Promise.reject(new UserError('no-grants', reason)),
  revoke: () => false,
  find: () => Promise.resolve(undefined),
  subscribe: () => () => {},
  ready: Promise.resolve(),
  problem: undefined,
  openDesk: () => ({
    begin: () => {},
    end: () => {},
    answer: () => Promise.resolve(),
    remember: () => Promise.resolve([{ path: [], message: reason }]),
  }),
});
