'use client';
import { type ReactElement, useMemo, useState } from 'react';
import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import { EventSecrets } from '../../feed/event-secrets.js';
import { eventSecretsOf, redactEvents } from '../../feed/redact-events.js';
import type { RunEvent } from '../../protocol/run-event.js';
import { feedStrings } from '../../words/english/feed.js';
import { Button } from '../part/button.js';
import { CopyButton } from '../part/copy-button.js';
import { type Part, part } from '../part/part.js';
import { useWithin } from '../part/use-within.js';
import { useWords } from '../strings-provider.js';
import { FeedContext, FeedRowContext } from './feed-context.js';
import { FeedFacts } from './feed-facts.js';

/** The highest number of events to show for a line: a long text has thousands. */
const eventLimit = 40;

/**
 * The details of a row in words, with secrets hidden until the user reveals them. A button shows its events as JSON,
 * and another one copies them as they are shown.
 */
export const FeedDetails: Part<'div'> = part('Feed.Details', 'div', (props, render) => {
  const { row } = useWithin(FeedRowContext, 'Feed.Details');
  const { secrets } = useWithin(FeedContext, 'Feed.Details').log;
  const { texts } = secrets;
  const strings = useWords(feedStrings);
  const [isRevealed, setRevealed] = useState(false);
  const [isRaw, setRaw] = useState(false);
  const { events } = row;
  const { shown, isRedacted } = useMemo(() => {
    const plain = events.slice(0, eventLimit);
    const known = texts.length === 0 ? eventSecretsOf(plain, new EventSecrets()) : secrets;
    const redacted = redactEvents(plain, known);
    return { shown: isRevealed ? plain : redacted, isRedacted: redacted.some((event, at) => event !== plain[at]) };
  }, [events, isRevealed, secrets, texts]);
  const children = (
    <>
      <FeedFacts events={shown} row={row} isRevealed={isRevealed} />
      {isRaw ? <RawEvents events={shown} count={events.length} /> : null}
      <span data-cs="feed-tools">
        <Button action="raw" look="quiet" aria-pressed={isRaw} onPress={() => setRaw(!isRaw)}>
          {strings.raw}
        </Button>
        <CopyButton text={() => toText(shown)} words={strings} />
        {isRedacted ? (
          <Button action="reveal" look="quiet" aria-pressed={isRevealed} onPress={() => setRevealed(!isRevealed)}>
            {strings.reveal}
          </Button>
        ) : null}
      </span>
    </>
  );
  return render(props, { 'data-cs': 'feed-details', role: 'gridcell', children });
});

interface RawEventsProps {
  readonly events: readonly RunEvent[];
  /** The number of all events of the line. */
  readonly count: number;
}

function RawEvents({ events, count }: RawEventsProps): ReactElement {
  const strings = useWords(feedStrings);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable for the arrow keys */}
      <section data-cs="feed-json" translate="no" tabIndex={0} aria-label={strings.events(count)}>
        <pre dir="ltr">{escapeUnseen(toText(events))}</pre>
      </section>
      {count > events.length ? <p data-cs="feed-note">{strings.cut(count - events.length)}</p> : null}
    </>
  );
}

function toText(events: readonly RunEvent[]): string {
  return JSON.stringify(events.length === 1 ? events[0] : events, null, 2);
}
