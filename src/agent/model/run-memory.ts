import type { LanguageModelV4Message } from '@ai-sdk/provider';
import type { ModelMessage } from 'ai';
import { CallIds } from './call-ids.js';
import type { LoadedFile } from './load-files.js';

/** What the model layer keeps from one step of a run to the next. */
export interface RunMemory {
  readonly ids: CallIds;
  /** By URL: files that the model cannot load itself. */
  readonly files: Map<string, Promise<LoadedFile>>;
  /** Messages of the history as the provider contract wants them. */
  readonly converted: WeakMap<ModelMessage, LanguageModelV4Message>;
}

/** The memory of a run that begins with this history, perhaps within another run. */
export function createMemory(history: readonly ModelMessage[], outer?: RunMemory): RunMemory {
  const memory: RunMemory = {
    ids: new CallIds(outer?.ids),
    files: outer?.files ?? new Map(),
    converted: new WeakMap(),
  };
  memory.ids.addHistory(history);
  return memory;
}
