'use client';
import type { ReactElement, ReactNode } from 'react';
import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import type { FeedRow } from '../../feed/feed-row.js';
import type { JSONValue } from '../../protocol/base/json.js';
import { deferredCalls } from '../../protocol/deferred.js';
import type { RunEvent } from '../../protocol/run-event.js';
import { feedStrings } from '../../words/english/feed.js';
import { useWithin } from '../part/use-within.js';
import { ValueView } from '../shared/value-view.js';
import { useWords } from '../strings-provider.js';
import { DeceptiveText } from '../value/marked-text.js';
import { FeedContext, FeedRowContext } from './feed-context.js';

/** The label of a fact: a key of the strings. */
type FactLabel = keyof typeof feedStrings.english.facts;

/** One fact about a line. */
type Fact = { readonly label: FactLabel } & (
  | { readonly text: string }
  | { readonly value: JSONValue | undefined }
  | { readonly list: readonly string[] }
);

/** Props of {@link FeedFacts}. */
interface FeedFactsProps {
  readonly row: FeedRow;
  /** The events of the row, redacted unless revealed. */
  readonly events: readonly RunEvent[];
  readonly isRevealed: boolean;
}

/** The facts of a line, each with its label: time, input, answer, result. */
export function FeedFacts({ row, events, isRevealed }: FeedFactsProps): ReactElement {
  const { format } = useWithin(FeedRowContext, 'Feed.Details');
  const { log } = useWithin(FeedContext, 'Feed.Details');
  const { facts: labels } = useWords(feedStrings);
  const facts: readonly Fact[] = [
    { label: 'began', text: format.clock(row.at) },
    ...(row.duration === undefined ? [] : [{ label: 'took' as const, text: format.duration(row.duration) }]),
    ...streamedText(events).map((text): Fact => ({ label: 'text', text: isRevealed ? text : log.hide(text) })),
    ...events.flatMap(factsOf),
  ];
  return (
    <dl data-cs="feed-facts">
      {facts.map((fact, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: facts are only added at the end
        <div key={index}>
          <dt>{labels[fact.label]}</dt>
          <dd>{contentOf(fact)}</dd>
        </div>
      ))}
    </dl>
  );
}

function contentOf(fact: Fact): ReactNode {
  if ('value' in fact) return <ValueView value={fact.value ?? null} />;
  if ('text' in fact) return <DeceptiveText text={fact.text} />;
  // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and calls may have the same title
  return fact.list.map((text, index) => <div key={index}>{escapeUnseen(text)}</div>);
}

/** Returns the text of a line of a text, if it is one. */
function streamedText(events: readonly RunEvent[]): readonly string[] {
  const deltas = events.flatMap((event) =>
    event.type === 'text-delta' || event.type === 'reasoning-delta' ? [event.delta] : [],
  );
  return deltas.length === 0 ? [] : [deltas.join('')];
}

/** Returns the facts of an event that the row itself does not say. */
function factsOf(event: RunEvent): readonly Fact[] {
  switch (event.type) {
    case 'tool-call':
      return [
        { label: 'tool', text: event.toolName },
        { label: 'input', value: event.input },
      ];
    case 'tool-start':
      return event.edited ? [{ label: 'edited', value: event.input }] : [];
    case 'tool-end':
      return event.end.status === 'returned' ? [{ label: 'result', value: event.end.value }] : [];
    case 'deferred-request':
      return [{ label: 'actions', list: deferredCalls(event.requests).map(({ call }) => call.title) }];
    case 'data':
      return [{ label: 'result', value: event.data }];
    default:
      return [];
  }
}
