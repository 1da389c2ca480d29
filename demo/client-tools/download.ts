import type { ClientToolExecute } from 'countersign';
import type { Workspace } from '../workspace/index.js';

/** Downloads a file of the workspace. */
export function downloadFrom(files: Workspace): ClientToolExecute<{ readonly path: string }> {
  return async ({ path }) => {
    saveAs(path.split('/').at(-1) ?? 'file.txt', await files.read(path));
    return `The browser saved ${path}`;
  };
}

/** Downloads a text under a name. */
export function saveAs(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the URL after this task. Revoking it at once would cancel the download.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
