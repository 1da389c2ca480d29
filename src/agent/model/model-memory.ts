import type { ModelMessage } from 'ai';
import { CallIds } from './call-ids.js';
import type { LoadedFile } from './fetch-file.js';
import { PromptLog } from './prompt-log.js';

/** What the model layer keeps from one step of a run to the next. */
export interface RunMemory {
  readonly ids: CallIds;
  /** By URL: files that the model cannot load itself. */
  readonly files: Map<string, Promise<LoadedFile>>;
  /** The history as the provider contract wants it. */
  readonly prompt: PromptLog;
  /** Whose model it is for. */
  readonly provider: string;
}

/** The memory of a run of this provider's model that begins with this history, perhaps within another run. */
export function createMemory(history: readonly ModelMessage[], provider: string, outer?: RunMemory): RunMemory {
  const memory: RunMemory = {
    ids: new CallIds(outer?.ids, provider),
    // Not shared with the runs around it: another agent may have a `loadFile` that may load more.
    files: new Map(),
    prompt: new PromptLog(provider),
    provider,
  };
  memory.ids.addHistory(history);
  return memory;
}

/**
 * The memory of the run before, for one that goes on from the history that it left: of a long conversation nothing is looked at, or
 * converted, a second time. Files are loaded anew: they may have changed, and would be held as long as the conversation.
 *
 * @returns `undefined` where it is of no use: another provider reads the history in another way.
 */
export function growMemory(
  before: RunMemory | undefined,
  history: readonly ModelMessage[],
  provider: string,
): RunMemory | undefined {
  if (before === undefined || before.provider !== provider) return undefined;
  const { ids, prompt } = before;
  ids.nextRun(history);
  return { ids, prompt: prompt.hasFiles ? new PromptLog(provider) : prompt, files: new Map(), provider };
}
