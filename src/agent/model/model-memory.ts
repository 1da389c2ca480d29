import type { ModelMessage } from 'ai';
import { CallIds } from './call-ids.js';
import type { LoadedFile } from './load-files.js';
import { PromptLog } from './prompt-log.js';

/** What the model layer keeps from one step of a run to the next. */
export interface RunMemory {
  readonly ids: CallIds;
  /** By URL: files that the model cannot load itself. */
  readonly files: Map<string, Promise<LoadedFile>>;
  /** The history as the provider contract wants it. */
  readonly prompt: PromptLog;
}

/** The memory of a run of this provider's model that begins with this history, perhaps within another run. */
export function createMemory(history: readonly ModelMessage[], provider: string, outer?: RunMemory): RunMemory {
  const memory: RunMemory = {
    ids: new CallIds(outer?.ids, provider),
    files: outer?.files ?? new Map(),
    prompt: new PromptLog(provider),
  };
  memory.ids.addHistory(history);
  return memory;
}
