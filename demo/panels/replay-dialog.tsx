import type { UseAgentRunResult } from 'countersign';
import { Feed, Thread } from 'countersign/components';
import { renderMarkdown } from 'countersign/markdown';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { kitLanguage } from '../language.js';

interface ReplayDialogProps {
  readonly events: UseAgentRunResult['events'];
  readonly onClose: () => void;
}

/** Steps through everything that has happened in the chat until the dialog was opened. */
export function ReplayDialog({ events, onClose }: ReplayDialogProps): ReactElement {
  const dialog = useRef<HTMLDialogElement>(null);
  const [recorded] = useState(events);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className="replay" aria-labelledby="replay-title" onClose={onClose} {...kitLanguage}>
      <header>
        <h2 id="replay-title">Replay</h2>
        <button type="button" data-cs="button" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </header>
      <Feed.Replay events={recorded}>{({ run }) => <Thread run={run} renderText={renderMarkdown} />}</Feed.Replay>
    </dialog>
  );
}
