'use client';
import {
  type ForwardRefExoticComponent,
  forwardRef,
  type MouseEvent,
  type RefAttributes,
  useId,
  useState,
} from 'react';
import { feedStrings } from '../../feed/feed-strings.js';
import { downloadText, exportRunEvents } from '../../feed/redact-events.js';
import { type PartProps, renderPart } from '../part/part.js';
import { useWords } from '../strings-provider.js';
import { useFeed } from './feed-context.js';

/** What `Feed.Export` tells in `data-*`. */
export interface FeedExportState extends Readonly<Record<string, string>> {
  readonly state: 'open' | 'closed';
}

/** Props of `Feed.Export`. */
export interface FeedExportProps extends PartProps<'div', FeedExportState> {
  /** The name of the file. Default: `run.jsonl`. */
  readonly fileName?: string;
}

/** Gives all events as a file of JSON Lines: without secrets, or with them after a warning. */
export const FeedExport: ForwardRefExoticComponent<FeedExportProps & RefAttributes<HTMLDivElement>> = forwardRef(
  function FeedExport({ fileName = 'run.jsonl', ...props }: FeedExportProps, ref) {
    const { events } = useFeed('Feed.Export');
    const strings = useWords(feedStrings);
    const [isOpen, setOpen] = useState(false);
    const id = useId();
    const save = (content: 'redacted' | 'everything') => (event: MouseEvent<HTMLElement>) => {
      downloadText(event.currentTarget.ownerDocument, fileName, exportRunEvents(events, { content }));
      setOpen(false);
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
          onClick={() => setOpen(!isOpen)}
        >
          {strings.export}
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
      </>
    );
    const state: FeedExportState = { state: isOpen ? 'open' : 'closed' };
    return renderPart('div', { children, ...props }, { slot: 'feed-export', state, ref });
  },
);

export declare namespace FeedExport {
  type Props = FeedExportProps;
  type State = FeedExportState;
}
