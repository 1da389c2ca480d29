'use client';
import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import { rightToLeft } from '../../approval/deceptive/right-to-left.js';
import type { FeedKind, FeedTopic, FeedRow as Row } from '../../feed/feed-row.js';
import { feedStrings } from '../../words/english/feed.js';
import { isElement } from '../page-realm.js';
import { type Part, part } from '../part/part.js';
import { useWithin } from '../part/use-within.js';
import { useWords } from '../strings-provider.js';
import { FeedRowContext } from './feed-context.js';
import { FeedDetails } from './feed-details.js';

/** The state of `Feed.Row`. */
interface FeedRowState {
  readonly kind: FeedKind;
  readonly topic: FeedTopic;
  /** The nesting depth; deeper lines look like the sixth. */
  readonly depth: number;
  /** `single`: it has no nested lines. */
  readonly state: 'single' | 'folded' | 'unfolded';
  readonly active: boolean;
  readonly open: boolean;
}

/** One line: time, description and duration. A press shows its events. */
export const FeedRow: Part<'div', FeedRowState> = part('Feed.Row', 'div', (props, render) => {
  const { row, id, index, isActive, isFolded, isOpen, actions } = useWithin(FeedRowContext, 'Feed.Row');
  const state: FeedRowState = {
    kind: row.kind,
    topic: row.topic,
    depth: Math.min(row.depth, 6),
    state: row.isGroup === undefined ? 'single' : isFolded ? 'folded' : 'unfolded',
    active: isActive,
    open: isOpen,
  };
  const children = (
    <>
      <FeedTime />
      <FeedWords />
      <FeedBar />
      {isOpen ? <FeedDetails /> : null}
    </>
  );
  return render(props, {
    'data-cs': 'feed-line',
    state,
    role: 'row',
    id,
    'aria-level': row.depth + 1,
    'aria-rowindex': index + 1,
    'aria-expanded': row.isGroup === undefined ? undefined : !isFolded,
    onClick: ({ target }) => {
      // Controls inside handle their own presses.
      if (isElement(target) && target.closest('button, a, [data-cs="feed-details"]') !== null) return;
      actions.activate(row);
      actions.open(row, !isOpen);
    },
    children,
  });
});

/** The time when a line began: the minute on headings, else the seconds. */
export const FeedTime: Part<'span'> = part('Feed.Time', 'span', (props, render) => {
  const { row, format } = useWithin(FeedRowContext, 'Feed.Time');
  const isHeading = row.topic === 'run';
  const children = (
    // A server is in another time zone than its readers.
    <time dateTime={new Date(row.at).toISOString()} suppressHydrationWarning>
      {isHeading ? format.minute(row.at) : format.second(row.at)}
    </time>
  );
  return render(props, { 'data-cs': 'feed-time', role: 'gridcell', dir: 'ltr', children });
});

/** The text of a line: its glyph, agent, description, and less prominent details. */
export const FeedWords: Part<'span'> = part('Feed.Words', 'span', (props, render) => {
  const { row, id, isFolded, actions } = useWithin(FeedRowContext, 'Feed.Words');
  const textId = `${id}-text`;
  const strings = useWords(feedStrings);
  const kind = strings.kinds[row.kind];
  const children = (
    <>
      <span data-cs="feed-lead">
        {row.isGroup === undefined ? null : (
          <button
            type="button"
            data-cs="feed-fold"
            tabIndex={-1}
            aria-label={isFolded ? strings.unfold : strings.fold}
            aria-describedby={textId}
            onClick={() => actions.fold(row, !isFolded)}
          >
            <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true" focusable="false">
              <path d="M4 2.5 8 6 4 9.5" />
            </svg>
          </button>
        )}
      </span>
      <FeedMark kind={row.kind} words={kind} />
      <span data-cs="feed-text" id={textId} translate="no">
        <RowText row={row} />
      </span>
    </>
  );
  return render(props, { 'data-cs': 'feed-words', role: 'gridcell', children });
});

function FeedMark({ kind, words }: { readonly kind: FeedKind; readonly words: string }) {
  if (words === '') return <span data-cs="feed-dot" data-kind={kind} aria-hidden="true" />;
  return (
    <span data-cs="feed-dot" data-kind={kind} role="img" aria-label={escapeUnseen(words)} title={escapeUnseen(words)} />
  );
}

function RowText({ row: { agent, words, title, detail, by, topic, notes = [] } }: { readonly row: Row }) {
  const isFirst = topic === 'run';
  return (
    <>
      {agent === undefined || !isFirst ? null : (
        <>
          <bdi data-cs="feed-agent">{escapeUnseen(agent)}</bdi>
          {' · '}
        </>
      )}
      <WithTitle text={words} title={title} />
      {by === undefined ? null : (
        <>
          {' '}
          <bdi data-cs="feed-by">{escapeUnseen(by)}</bdi>
        </>
      )}
      {detail === undefined || detail === '' ? null : (
        <>
          {' '}
          <WithTitle text={detail} title={title} slot="feed-detail" />
        </>
      )}
      {notes.map((note) => (
        <span key={note} data-cs="feed-note">
          {' · '}
          <WithTitle text={note} title={title} />
        </span>
      ))}
    </>
  );
}

interface WithTitleProps {
  readonly text: string;
  readonly title: string | undefined;
  readonly slot?: string;
}

/** A text about a call, in its own direction, isolated from a title of another direction. */
function WithTitle({ text: words, title: name = '', slot }: WithTitleProps) {
  const [text, title] = [escapeUnseen(words), escapeUnseen(name)];
  const at = title === '' || !rightToLeft.test(text) ? -1 : text.indexOf(title);
  const parts =
    at < 0 ? (
      text
    ) : (
      <>
        {text.slice(0, at)}
        <bdi>{title}</bdi>
        {text.slice(at + title.length)}
      </>
    );
  return <bdi data-cs={slot}>{parts}</bdi>;
}

/** The duration of a line as a bar beside the text: full for work, hollow for waiting. */
export const FeedBar: Part<'span', { look: 'none' | 'work' | 'wait' }> = part('Feed.Bar', 'span', (props, render) => {
  const { row, share, format } = useWithin(FeedRowContext, 'Feed.Bar');
  const { duration, topic, isGroup, spent = topic === 'people' ? 'wait' : 'work' } = row;
  const isPlain = duration === undefined || topic === 'run' || isGroup === true;
  const look = isPlain ? 'none' : spent;
  const width = Math.max(3, share * 42);
  const children = (
    <>
      {look === 'none' ? null : (
        <svg width="44" height="8" viewBox="0 0 44 8" aria-hidden="true" focusable="false" data-cs="feed-span">
          <rect x={43 - width} y="1" width={width} height="6" rx="3" />
        </svg>
      )}
      {duration === undefined ? null : <bdi>{format.duration(duration)}</bdi>}
    </>
  );
  return render(props, { 'data-cs': 'feed-duration', state: { look }, role: 'gridcell', children });
});
