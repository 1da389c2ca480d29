import type { RunEventBody } from '../protocol/run-event.js';
import type { Tool } from './tool.js';

/** Passes events on, and tells the tools about their inputs. */
export interface InputWatch {
  readonly emit: (event: RunEventBody) => void;
  /** Resolves when all callbacks have finished. A call whose callbacks fail becomes a warning. */
  readonly done: () => Promise<void>;
}

/** Whether a tool wants to be told about its inputs while they stream. */
export function hasCallbacks(tool: Tool): boolean {
  return (tool.onInputStart ?? tool.onInputDelta ?? tool.onInputAvailable) !== undefined;
}
