import type { ToolReturn } from '../../protocol/answers.js';
import type { DeferredToolResults } from '../../protocol/deferred.js';
import type { HookLayer } from '../../tools/tool-hooks.js';
import type { HookedInput } from '../plumbing/hooked-input.js';
import type { Execution, RunScope } from '../run/run-scope.js';
import type { Deferral, TurnCall } from '../run/turn.js';
import type { HookedBody } from './around-tool.js';
import type { HookedValidation } from './around-validation.js';

/** A call, and what was asked about it. */
export interface AskedCall {
  readonly call: TurnCall;
  readonly deferral: Deferral;
}

/** What hooks made of results that come from elsewhere, by call. */
export type HookedAnswers = DeferredToolResults['calls'];

/** What calls hooks. It comes with the hooks, so that nobody without any loads it, and none is ever without it. */
export interface HookRuntime {
  readonly runAround: (e: Execution, body: HookedBody, layers: readonly HookLayer[]) => Promise<ToolReturn>;
  readonly runAfter: HookRuntime['runAround'];
  readonly validateAround: (given: HookedValidation, layers: readonly HookLayer[]) => Promise<HookedInput | undefined>;
  readonly hookAnswers: (
    run: RunScope,
    asked: readonly AskedCall[],
    results: DeferredToolResults,
  ) => Promise<HookedAnswers | undefined>;
}
