import { type ReactElement, useState, useSyncExternalStore } from 'react';
import { type FileEntry, isProtected, type Workspace } from '../workspace/index.js';
import { ResetFiles } from './reset-files.js';

/** The files of the workspace, as they are now. */
export function FileTree({ files }: { readonly files: Workspace }): ReactElement {
  const entries = useSyncExternalStore(
    (listener) => files.subscribe(listener),
    () => files.getSnapshot(),
  );
  const [open, setOpen] = useState<string>();
  // Later changes are highlighted.
  const [since] = useState(() => Math.max(0, ...entries.map((entry) => entry.modified)));
  return (
    <nav className="files" aria-label="Files">
      <header>
        <h2>Files</h2>
      </header>
      {files.keeping === 'in-memory' ? (
        <p className="muted keeping">
          This browser keeps no files for the page, as in a private window. These are in memory, and go with it.
        </p>
      ) : null}
      <ResetFiles files={files} />
      {entries.length === 0 ? <p className="muted">No files. Reset brings the first ones back.</p> : null}
      <ul>
        {entries.map((entry) => (
          <FileRow
            key={entry.path}
            entry={entry}
            files={files}
            isFresh={entry.modified > since}
            isOpen={open === entry.path}
            onToggle={() => setOpen(open === entry.path ? undefined : entry.path)}
          />
        ))}
      </ul>
    </nav>
  );
}

interface FileRowProps {
  readonly entry: FileEntry;
  readonly files: Workspace;
  readonly isFresh: boolean;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

function FileRow({ entry, files, isFresh, isOpen, onToggle }: FileRowProps): ReactElement {
  const slash = entry.path.lastIndexOf('/') + 1;
  return (
    // A changed file is a new element, so that its highlight plays again.
    <li key={`${entry.path}-${entry.modified}`} data-fresh={isFresh}>
      <button type="button" aria-expanded={isOpen} onClick={onToggle}>
        <span className="path" dir="ltr">
          <span className="folder">{entry.path.slice(0, slash)}</span>
          {entry.path.slice(slash)}
        </span>
        {isProtected(entry.path) ? <span className="tag">protected</span> : null}
        <span className="size" dir="ltr">
          {entry.size} B
        </span>
      </button>
      {isOpen ? <FileContent key={entry.modified} path={entry.path} files={files} /> : null}
    </li>
  );
}

function FileContent({ path, files }: { readonly path: string; readonly files: Workspace }): ReactElement {
  const [text, setText] = useState<string>();
  const load = (element: HTMLPreElement | null): void => {
    if (element === null || text !== undefined) return;
    files.read(path).then(setText, (error: unknown) => setText(error instanceof Error ? error.message : String(error)));
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
    // biome-ignore lint/a11y/useSemanticElements: whitespace is significant
    <pre role="region" aria-label={path} tabIndex={0} ref={load}>
      {text === '' ? '(empty)' : text}
    </pre>
  );
}
