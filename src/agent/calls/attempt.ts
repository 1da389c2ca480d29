import type { CallEnd } from '../../protocol/call-end.js';
import type { Deferral } from '../run/turn.js';
import type { CallProblem } from './prepare-call.js';

/** What an attempt at a call came to. */
export type Attempt =
  | { readonly type: 'end'; readonly end: CallEnd }
  | { readonly type: 'defer'; readonly deferral: Deferral }
  | { readonly type: 'invalid'; readonly problem: CallProblem };
