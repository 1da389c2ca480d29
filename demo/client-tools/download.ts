import type { ClientToolExecute } from 'countersign';
import type { Workspace } from '../workspace/index.js';

/** Hands a file of the workspace to the browser as a download. */
export function downloadFrom(files: Workspace): ClientToolExecute<{ readonly path: string }> {
  return async ({ path }) => {
    const url = URL.createObjectURL(new Blob([await files.read(path)], { type: 'text/plain' }));
    const link = document.createElement('a');
    link.href = url;
    link.download = path.split('/').at(-1) ?? 'file.txt';
    link.click();
    // The browser reads the address after this task; revoking it at once would cancel the download.
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
    return `The browser saved ${path}`;
  };
}
