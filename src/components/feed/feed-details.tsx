'use client';
import { useMemo, useState } from 'react';
import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import { EventSecrets } from '../../feed/event-secrets.js';
import { eventSecretsOf, redactEvents } from '../../feed/redact-events.js';
import type { RunEvent } from '../../protocol/run-event.js';
import { feedStrings } from '../../words/english/feed.js';
import { CopyButton } from '../part/copy-button.js';
import { type Part, part } from '../part/part.js';
import { useWithin } from '../part/use-within.js';
import { useWords } from '../strings-provider.js';
import { FeedContext, FeedRowContext } from './feed-context.js';

/** The highest number of events to show for a line: a long text has thousands. */
const eventLimit = 40;

/**
 * The events of a line as JSON, with secrets hidden until the user reveals them, and a button that copies what is
 * shown.
 */
export const FeedDetails: Part<'div'> = part('Feed.Details', 'div', (props, render) => {
  const { row } = useWithin(FeedRowContext, 'Feed.Details');
  const { secrets } = useWithin(FeedContext, 'Feed.Details').log;
  const { texts } = secrets;
  const strings = useWords(feedStrings);
  const [isRevealed, setRevealed] = useState(false);
  const { events } = row;
  const { shown, isRedacted } = useMemo(() => {
    const plain = events.slice(0, eventLimit);
    const known = texts.length === 0 ? eventSecretsOf(plain, new EventSecrets()) : secrets;
    const redacted = redactEvents(plain, known);
    const hides = redacted.some((event, index) => event !== plain[index]);
    return { shown: toText(isRevealed ? plain : redacted), isRedacted: hides };
  }, [events, isRevealed, secrets, texts]);
  const rest = events.length - eventLimit;
  const children = (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable for the arrow keys */}
      <section data-cs="feed-json" translate="no" tabIndex={0} aria-label={strings.events(events.length)}>
        <pre dir="ltr">{escapeUnseen(shown)}</pre>
      </section>
      {rest > 0 ? <p data-cs="feed-note">{strings.cut(rest)}</p> : null}
      <span data-cs="feed-tools">
        <CopyButton text={() => shown} words={strings} />
        {isRedacted ? (
          <button
            type="button"
            data-cs="button"
            data-look="quiet"
            data-action="reveal"
            aria-pressed={isRevealed}
            onClick={() => setRevealed(!isRevealed)}
          >
            {strings.reveal}
          </button>
        ) : null}
      </span>
    </>
  );
  return render(props, { 'data-cs': 'feed-details', role: 'gridcell', children });
});

function toText(events: readonly RunEvent[]): string {
  return JSON.stringify(events.length === 1 ? events[0] : events, null, 2);
}
