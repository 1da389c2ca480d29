import type { DeferredToolRequests, DeferredToolResults } from '../../protocol/deferred.js';
import type { RunMemory } from '../model/model-memory.js';
import type { Ending, RunScope } from '../run/run-scope.js';
import type { Turn } from '../run/turn.js';

/** A run that asks its model itself. */
export type ModelRun = RunScope & { readonly memory: RunMemory };

/** The next step. A turn is one model response and its calls. */
export type NextStep =
  /** See where the run begins: its history may have open calls. */
  | { readonly type: 'begin' }
  /** Ask the model. */
  | { readonly type: 'model' }
  /** Read what the model said: an output, calls, or neither. */
  | { readonly type: 'response'; readonly turn: Turn; readonly text: string }
  /** Apply the answers that a resumed run was given. */
  | { readonly type: 'resume'; readonly turn: Turn; readonly results: DeferredToolResults }
  /** Ask again about the calls that a run left open. */
  | { readonly type: 'reopen'; readonly turn: Turn; readonly requests: DeferredToolRequests }
  /** Run the calls that may run: the new ones, later the approved ones. */
  | { readonly type: 'tools'; readonly turn: Turn }
  /** Hand all calls that deferred to the handler, as one batch. */
  | { readonly type: 'deferred'; readonly turn: Turn }
  /** Every call has ended: the results go into the history. */
  | { readonly type: 'close'; readonly turn: Turn }
  | { readonly type: 'end'; readonly ending: Ending };
