import type { Folder } from './folder.js';
import { MemoryFolder } from './memory-folder.js';

/** The lifetime of files: until they are deleted, or until the page closes. */
export type FileLifetime = 'on-disk' | 'in-memory';

/** The location of files, with a lock and notifications between tabs. */
export interface Place {
  readonly keeping: FileLifetime;
  readonly folder: Folder;
  /** Runs one task at a time, in the order of the calls. */
  exclusively(task: () => Promise<void>): Promise<void>;
  tellOthers(): void;
  onChangeElsewhere(listener: () => void): void;
  leave(): void;
}

/**
 * Returns the origin private file system, or `null` if the page has none that it can write to: in private windows, over
 * http, and in older browsers.
 */
async function originFolder(): Promise<Folder | null> {
  // A server has no `navigator`.
  if (typeof navigator === 'undefined') return null;
  const canWrite = typeof FileSystemFileHandle !== 'undefined' && 'createWritable' in FileSystemFileHandle.prototype;
  if (typeof navigator.storage?.getDirectory !== 'function' || navigator.locks === undefined || !canWrite) return null;
  try {
    return await navigator.storage.getDirectory();
  } catch {
    return null;
  }
}

/** Returns a place that all tabs share. A Web Lock queues their tasks, and a channel notifies the others. */
function onDisk(folder: Folder, name: string): Place {
  const channel = new BroadcastChannel(name);
  return {
    keeping: 'on-disk',
    folder,
    exclusively: async (task) => {
      await navigator.locks.request(name, task);
    },
    tellOthers: () => channel.postMessage('changed'),
    onChangeElsewhere: (listener) => {
      channel.onmessage = listener;
    },
    leave: () => channel.close(),
  };
}

/** Returns a location without other users. */
export function ownPlace(folder: Folder, keeping: FileLifetime): Place {
  let queue: Promise<void> = Promise.resolve();
  return {
    keeping,
    folder,
    exclusively: (task) => {
      const done = queue.then(task);
      queue = done.catch(() => undefined);
      return done;
    },
    tellOthers: () => undefined,
    onChangeElsewhere: () => undefined,
    leave: () => undefined,
  };
}

/** Finds a location for the files. Tabs with the same `name` share it. */
export async function findPlace(name: string): Promise<Place> {
  const folder = await originFolder();
  return folder === null ? ownPlace(new MemoryFolder(), 'in-memory') : onDisk(folder, name);
}
