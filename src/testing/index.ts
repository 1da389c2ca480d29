export { type ControllableHandler, controllableHandler, type HeldBatch } from './controllable-handler.js';
export { type ScriptedFailure, type ScriptedModel, type ScriptedTurn, scriptedModel } from './scripted-model.js';
export type { ScriptedCall, ScriptedResponse } from './scripted-parts.js';
export {
  createVirtualClock,
  type VirtualClock,
  type VirtualClockOptions,
  type VirtualEnvironment,
} from './virtual-clock.js';
