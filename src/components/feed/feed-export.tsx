'use client';
import { type MouseEvent, useId, useState } from 'react';
import { persistedLogs } from '../../conversation/state/event-log.js';
import { EventSecrets } from '../../feed/event-secrets.js';
import { downloadText, eventSecretsOf, redactEvents, toEventLines } from '../../feed/redact-events.js';
import { serializeError } from '../../protocol/base/serialize-error.js';
import { feedStrings } from '../../words/english/feed.js';
import { type Part, part } from '../part/part.js';
import { useWithin } from '../part/use-within.js';
import { useWords } from '../strings-provider.js';
import { FeedContext, type FeedContextValue } from './feed-context.js';

/** The state of `Feed.Export`. */
interface FeedExportState {
  readonly state: 'closed' | 'open' | 'saving';
}

/** Props of `Feed.Export`. */
interface FeedExportProps {
  /** The name of the file. Default: `run.jsonl`. */
  readonly fileName?: string;
}

/**
 * Exports all events as a file of JSON Lines: without secrets, or with them after a warning. Includes persisted events
 * of a conversation that are not in memory.
 */
export const FeedExport: Part<'div', FeedExportState, FeedExportProps> = part(
  'Feed.Export',
  'div',
  ({ fileName = 'run.jsonl', ...props }, render) => {
    const feed = useWithin(FeedContext, 'Feed.Export');
    const strings = useWords(feedStrings);
    const [state, setState] = useState<FeedExportState['state']>('closed');
    const [problem, setProblem] = useState<unknown>();
    const isOpen = state === 'open';
    const isSaving = state === 'saving';
    const id = useId();
    const save = (content: 'redacted' | 'everything') => (event: MouseEvent<HTMLElement>) => {
      setState('saving');
      void saveEvents(event.currentTarget.ownerDocument, feed, { content, fileName })
        .catch(setProblem)
        .then(() => setState('closed'));
    };
    const children = (
      <>
        <button
          type="button"
          data-cs="button"
          data-look="quiet"
          data-action="export"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          aria-disabled={isSaving || undefined}
          onClick={() => {
            if (isSaving) return;
            setProblem(undefined);
            setState(isOpen ? 'closed' : 'open');
          }}
        >
          {isSaving ? strings.exportSaving : strings.export}
        </button>
        {isOpen ? (
          <fieldset data-cs="feed-export-panel" id={id} aria-label={strings.export}>
            <p data-cs="feed-note">{strings.exportRedactedHint}</p>
            <button type="button" data-cs="button" data-action="export-redacted" onClick={save('redacted')}>
              {strings.exportRedacted}
            </button>
            <p data-cs="feed-warning" id={`${id}-warning`}>
              {strings.exportAllWarning}
            </p>
            <button
              type="button"
              data-cs="button"
              data-look="danger"
              data-action="export-everything"
              aria-describedby={`${id}-warning`}
              onClick={save('everything')}
            >
              {strings.exportAll}
            </button>
          </fieldset>
        ) : null}
        {problem === undefined ? null : (
          <p data-cs="feed-warning" role="alert" dir="auto">
            {strings.exportFailed(serializeError(problem).message)}
          </p>
        )}
      </>
    );
    return render(props, { 'data-cs': 'feed-export', state: { state }, children });
  },
);

/** Saves the events part by part, each as a blob: the page never holds all of them. */
async function saveEvents(
  page: Document,
  { run, events }: Pick<FeedContextValue, 'run' | 'events'>,
  { content, fileName }: { readonly content: 'redacted' | 'everything'; readonly fileName: string },
): Promise<void> {
  const parts = (run && persistedLogs.get(run.store)?.all(run.store.getState())) ?? [events.slice()];
  const isRedacted = content === 'redacted';
  const secrets = new EventSecrets();
  // A secret that the last part reveals is a secret in the first part, too.
  if (isRedacted) for await (const part of parts) eventSecretsOf(part, secrets);
  const lines: Blob[] = [];
  for await (const part of parts) {
    // A late answer may have been recorded since.
    const shown = isRedacted ? redactEvents(part, eventSecretsOf(part, secrets)) : part;
    lines.push(new Blob([toEventLines(shown)]));
  }
  downloadText(page, fileName, ...lines);
}
