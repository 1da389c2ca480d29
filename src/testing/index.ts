export { type ControllableHandler, controllableHandler, type HeldBatch } from './controllable-handler.js';
export {
  type ScriptedCall,
  type ScriptedModel,
  type ScriptedResponse,
  type ScriptedTurn,
  scriptedModel,
} from './scripted-model.js';
