import type { ModelMessage } from 'ai';
import { CallIds } from './call-ids.js';
import type { LoadedFile } from './fetch-file.js';
import { PromptLog } from './prompt-log.js';

/** State of the model layer that lasts from one step of a run to the next. */
export interface RunMemory {
  readonly ids: CallIds;
  /** By URL: files that the model cannot load itself. */
  readonly files: Map<string, Promise<LoadedFile>>;
  /** The history in the form of the provider contract. */
  readonly prompt: PromptLog;
  /** The provider of the model. */
  readonly provider: string;
}

/** Creates the memory of a run that starts with this history, perhaps within another run. */
export function createMemory(history: readonly ModelMessage[], provider: string, outer?: RunMemory): RunMemory {
  const memory: RunMemory = {
    ids: new CallIds(outer?.ids, provider),
    // Not shared with outer runs: another agent may have a `loadFile` with more permissions.
    files: new Map(),
    prompt: new PromptLog(provider),
    provider,
  };
  memory.ids.addHistory(history);
  return memory;
}

/**
 * Continues the memory of the previous run if this run continues its history, so that no message of a long conversation
 * is converted twice. Files
 * are loaded again: they may have changed, and would be held as long as the conversation.
 *
 * @returns `undefined` if it cannot be used: another provider needs the history in another form.
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
