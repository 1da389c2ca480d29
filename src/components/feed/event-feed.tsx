'use client';
import { type ReactElement, useId, useMemo } from 'react';
import type { UseAgentRunResult } from '../../hooks/use-agent-run.js';
import { useConversation } from '../../hooks/use-conversation.js';
import { Button } from '../shared/button.js';
import { useFollowEnd } from '../shared/use-follow-end.js';
import { useStrings } from '../strings-provider.js';
import { FeedLine } from './feed-line.js';
import { FeedProjector } from './feed-projector.js';

/** How many of the newest lines are rendered. */
const renderedLines = 500;

/** Props of {@link EventFeed}. */
export interface EventFeedProps {
  /** The conversation whose runs are told. */
  readonly run: UseAgentRunResult;
}

/** What happens in the runs of a conversation, as a clock: when, what, how long. Each line unfolds to its events. */
export function EventFeed({ run }: EventFeedProps): ReactElement {
  const { feed, approval, chat } = useStrings();
  const titleId = useId();
  const events = useConversation(run, (state) => state.events);
  const status = useConversation(run, (state) => state.status);
  const projector = useMemo(() => new FeedProjector({ feed, answers: approval.answers }), [feed, approval.answers]);
  const log = projector.read(events);
  const rows = log.newest(renderedLines);
  const { scroller, content, isAtEnd, toEnd } = useFollowEnd();
  const isLive = status === 'running' || status === 'waiting';
  const hidden = log.length - rows.length;

  return (
    <section data-slot="event-feed" data-status={status} aria-labelledby={titleId}>
      <header data-slot="feed-header">
        <h3 data-slot="feed-title" id={titleId}>
          {feed.title}
        </h3>
        {isLive ? <p data-slot="feed-live">{feed.live}</p> : null}
        <p data-slot="feed-count">{feed.count(log.length)}</p>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable for the arrow keys */}
      <div data-slot="feed-scroller" ref={scroller} tabIndex={0}>
        <div data-slot="feed-content" ref={content}>
          {rows.length === 0 ? <p data-slot="feed-empty">{feed.empty}</p> : null}
          {hidden === 0 ? null : <p data-slot="feed-empty">{feed.earlier(hidden)}</p>}
          <ol data-slot="feed-lines">
            {rows.map((row) => (
              <FeedLine key={row.key} row={row} />
            ))}
          </ol>
        </div>
      </div>
      {isAtEnd ? null : (
        <div data-slot="feed-jump">
          <Button action="jump" onPress={toEnd}>
            {chat.jump}
          </Button>
        </div>
      )}
    </section>
  );
}
