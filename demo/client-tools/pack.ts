import type { RunTask } from 'countersign/components';
import type { Workspace } from '../workspace/index.js';
import { saveAs } from './download.js';

/** Packs all files into one, reports progress, and downloads the result. */
export function packFrom(files: Workspace): RunTask<unknown, { readonly files: number; readonly name: string }> {
  return async (_input, { signal, report }) => {
    const entries = await files.list();
    const packed: string[] = [];
    for (const [index, { path }] of entries.entries()) {
      signal.throwIfAborted();
      report({ fraction: index / entries.length, text: path });
      packed.push(`==== ${path} ====\n${await files.read(path)}`);
    }
    const name = 'workspace.txt';
    saveAs(name, packed.join('\n\n'));
    return { files: packed.length, name };
  };
}
