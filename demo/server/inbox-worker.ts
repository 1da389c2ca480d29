import { createRunWorker, type RunWorker } from 'countersign/dbos';
import type { ServedBatch } from 'countersign/server';
import { openWorkspace, ownPlace, type Workspace } from '../workspace/index.js';
import { DiskFolder } from './disk-folder.js';
import { agentName, workspaceAgent } from './workspace-agent.js';

/** Options of a worker of the demo. */
export interface InboxWorkerOptions {
  readonly databaseUrl: string;
  readonly workerId: string;
  /** The folder of the agent's files, shared by all workers. */
  readonly folder: string;
  readonly notify: (batch: ServedBatch) => void;
}

/** Opens the workspace of the agent in a folder of this computer. */
export async function openFolder(folder: string): Promise<Workspace> {
  return await openWorkspace({ place: ownPlace(new DiskFolder(folder), 'on-disk') });
}

/** Executes runs of the demo's agent. */
export async function startInboxWorker({
  databaseUrl,
  workerId,
  folder,
  notify,
}: InboxWorkerOptions): Promise<RunWorker> {
  const files = await openFolder(folder);
  return await createRunWorker({
    agents: { [agentName]: workspaceAgent() },
    databaseUrl,
    workerId,
    deps: () => ({ files }),
    notify,
    // biome-ignore lint/suspicious/noConsole: output for the person who runs the demo
    onProblem: (error) => console.error(error),
  });
}
