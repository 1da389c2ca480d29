export { type ControllableHandler, controllableHandler, type HeldBatch } from './controllable-handler.js';
export { disarmApprovals } from './disarm-approvals.js';
export { type BatchScript, expectBatch } from './expect-batch.js';
export type { Run, WhichCall } from './find-pending.js';
export { answerLate, answerTwice } from './inject-faults.js';
export { type CreateRoot, type RenderAgentSettings, type RenderedAgent, renderAgent } from './render-agent.js';
export { type ScriptedFailure, type ScriptedModel, type ScriptedTurn, scriptedModel } from './scripted-model.js';
export type { ScriptedCall, ScriptedResponse } from './scripted-parts.js';
export {
  createVirtualClock,
  type VirtualClock,
  type VirtualClockOptions,
  type VirtualEnvironment,
} from './virtual-clock.js';
