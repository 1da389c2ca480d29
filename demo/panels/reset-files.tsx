import { Fragment, type ReactElement, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { FileEntry, Workspace } from '../workspace/index.js';

/** The state of a reset: idle, confirming, running, failed, or done. A reset can be undone until a file changes. */
type ResetState =
  | { readonly status: 'idle' | 'asking' | 'working' }
  | { readonly status: 'done'; readonly undo: () => Promise<void>; readonly files: readonly FileEntry[] }
  | { readonly status: 'failed'; readonly message: string };

/** Restores the initial files after a confirmation. The user can undo it. */
export function ResetFiles({ files }: { readonly files: Workspace }): ReactElement {
  const [state, setState] = useState<ResetState>({ status: 'idle' });
  const entries = useSyncExternalStore(
    (listener) => files.subscribe(listener),
    () => files.getSnapshot(),
  );
  // Undoing would lose later changes.
  const shown = state.status === 'done' && state.files !== entries ? 'idle' : state.status;
  const box = useFocusOnPress(shown);
  const attempt = (work: () => Promise<ResetState>): void => {
    setState({ status: 'working' });
    work().then(setState, (error: unknown) =>
      setState({ status: 'failed', message: error instanceof Error ? error.message : String(error) }),
    );
  };
  const reset = async (): Promise<ResetState> => {
    const undo = await files.reset();
    return { status: 'done', undo, files: files.getSnapshot() };
  };
  const undo = async (): Promise<ResetState> => {
    if (state.status === 'done') await state.undo();
    return { status: 'idle' };
  };
  return (
    <div className="reset" ref={box}>
      <p role="status">
        {shown === 'asking' ? `All ${entries.length} files are replaced by the first ones.` : null}
        {shown === 'done' ? 'The first files are back.' : null}
        {state.status === 'failed' ? state.message : null}
      </p>
      {shown === 'asking' ? (
        <Fragment key="asking">
          <Press onPress={() => setState({ status: 'idle' })}>Keep files</Press>
          <Press look="danger" onPress={() => attempt(reset)}>
            Reset files
          </Press>
        </Fragment>
      ) : (
        <>
          {shown === 'done' ? <Press onPress={() => attempt(undo)}>Undo</Press> : null}
          <Press look="quiet" onPress={() => setState({ status: 'asking' })}>
            Reset…
          </Press>
        </>
      )}
    </div>
  );
}

interface PressProps {
  readonly look?: 'plain' | 'quiet' | 'danger';
  readonly onPress: () => void;
  readonly children: string;
}

function Press({ look = 'plain', onPress, children }: PressProps): ReactElement {
  return (
    // The second press of a double click was meant for the previous button.
    <button
      type="button"
      data-cs="button"
      data-look={look}
      onClick={({ detail }) => (detail > 1 ? undefined : onPress())}
    >
      {children}
    </button>
  );
}

/** A press removes its button. Moves the focus to the first button in its place, which is the harmless one. */
function useFocusOnPress(status: ResetState['status']): { readonly current: HTMLDivElement | null } {
  const box = useRef<HTMLDivElement>(null);
  const before = useRef(status);
  useEffect(() => {
    const { activeElement, body } = document;
    const isHere = activeElement === null || activeElement === body || box.current?.contains(activeElement) === true;
    if (before.current !== status && isHere) box.current?.querySelector('button')?.focus();
    before.current = status;
  }, [status]);
  return box;
}
