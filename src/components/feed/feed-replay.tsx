'use client';
import type { ReactNode } from 'react';
import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import type { RunEvents } from '../../conversation/state/event-list.js';
import { feedFormat } from '../../feed/feed-format.js';
import { replayStrings } from '../../words/english/feed.js';
import { type NoState, type Part, part } from '../part/part.js';
import { useFormat, useWords } from '../strings-provider.js';
import { EventFeed } from './event-feed.js';
import { type Replay, useReplay } from './use-replay.js';

/** Props of `Feed.Scrubber`. */
interface FeedScrubberProps {
  /** The result of {@link useReplay}. */
  readonly replay: Replay;
}

/** Controls a replay: a slider (arrows, Page keys, Home, End) and buttons for one event back and forward. */
export const FeedScrubber: Part<'div', NoState, FeedScrubberProps> = part(
  'Feed.Scrubber',
  'div',
  ({ replay, ...props }, render) => {
    const strings = useWords(replayStrings).replay;
    const { locale, timeZone } = useFormat();
    const { clock, number } = feedFormat(locale, timeZone);
    const { position, length, event, seek } = replay;
    const time = event === undefined ? undefined : clock(event.at);
    const told = strings.at(number(position), number(length), time);
    const step = (words: string, to: number, path: string) => (
      <button
        type="button"
        data-cs="feed-step"
        aria-label={escapeUnseen(words)}
        title={escapeUnseen(words)}
        aria-disabled={to === position || to < 0 || to > length || undefined}
        onClick={() => seek(to)}
      >
        <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true" focusable="false">
          <path d={path} />
        </svg>
      </button>
    );
    const children = (
      <>
        {step(strings.first, 0, 'M5 4v10M14 4 7 9l7 5')}
        {step(strings.back, position - 1, 'M12 4 5 9l7 5')}
        <input
          type="range"
          data-cs="feed-range"
          aria-label={strings.position}
          aria-valuetext={told}
          min={0}
          max={length}
          step={1}
          value={position}
          onChange={({ currentTarget }) => seek(currentTarget.valueAsNumber)}
        />
        {step(strings.forward, position + 1, 'M6 4l7 5-7 5')}
        {step(strings.last, length, 'M4 4l7 5-7 5M13 4v10')}
        <output data-cs="feed-position">{told}</output>
      </>
    );
    return render(props, { 'data-cs': 'feed-scrubber', role: 'group', 'aria-label': strings.title, children });
  },
);

/** Props of `Feed.Replay`. */
interface FeedReplayProps {
  /** A recorded run, such as the result of `parseRunEvents`. Keep the list stable: another one is another replay. */
  readonly events: RunEvents;
  /** The first position, in events. Default: the end. */
  readonly position?: number;
  /** Renders the run at the position, with `replay.run`. Default: the feed. */
  readonly children?: ((replay: Replay) => ReactNode) | undefined;
}

/**
 * A recorded run to step through: the scrubber, and any components that show a live run.
 *
 * @example <Feed.Replay events={events}>{({ run }) => <><Thread run={run} /><EventFeed run={run} /></>}</Feed.Replay>
 */
export const FeedReplay: Part<'div', NoState, FeedReplayProps> = part(
  'Feed.Replay',
  'div',
  ({ events, position, children: show, ...props }, render) => {
    const replay = useReplay(events, position === undefined ? {} : { position });
    const strings = useWords(replayStrings).replay;
    const children = (
      <>
        <FeedScrubber replay={replay} />
        <p data-cs="feed-note">{strings.readOnly}</p>
        {show?.(replay) ?? <EventFeed run={replay.run} />}
      </>
    );
    return render(props, { 'data-cs': 'feed-replay', children });
  },
);
