'use client';
import { type ForwardRefExoticComponent, forwardRef, type RefAttributes } from 'react';
import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import { feedStrings } from '../../feed/feed-strings.js';
import { type PartProps, renderPart } from '../part/part.js';
import { useWords } from '../strings-provider.js';
import { useFeed } from './feed-context.js';
import type { NoFeedState } from './feed-root.js';

/** Holds what changes the feed. */
export const FeedToolbar: ForwardRefExoticComponent<FeedToolbar.Props & RefAttributes<HTMLDivElement>> = forwardRef(
  function FeedToolbar(props: FeedToolbar.Props, ref) {
    useFeed('Feed.Toolbar');
    const own = { role: 'group', 'aria-label': useWords(feedStrings).filter };
    return renderPart('div', props, { slot: 'feed-toolbar', state: {}, own, ref });
  },
);

export declare namespace FeedToolbar {
  type Props = PartProps<'div', NoFeedState>;
}

/** Finds lines by what they say and by what stands in their events: names, titles, messages, inputs, results. */
export const FeedSearch: ForwardRefExoticComponent<FeedSearch.Props & RefAttributes<HTMLInputElement>> = forwardRef(
  function FeedSearch(props: FeedSearch.Props, ref) {
    const { filter, actions } = useFeed('Feed.Search');
    const strings = useWords(feedStrings);
    const own = {
      type: 'search',
      'aria-label': strings.search,
      placeholder: strings.search,
      value: filter.text,
      autoComplete: 'off',
      spellCheck: false,
      onChange: (event: { readonly currentTarget: HTMLInputElement }) =>
        actions.filter({ text: event.currentTarget.value }),
    };
    return renderPart('input', props, { slot: 'feed-search', state: {}, own, ref });
  },
);

export declare namespace FeedSearch {
  type Props = Omit<PartProps<'input', NoFeedState>, 'value' | 'children'>;
}

/** Props of `Feed.Filter`. */
export type FeedFilterProps = PartProps<'div', NoFeedState>;

const topics = ['model', 'tools', 'people', 'policy', 'problems'] as const;

/** One switch for each kind of line. With none on, all lines are there. */
export const FeedFilters: ForwardRefExoticComponent<FeedFilterProps & RefAttributes<HTMLDivElement>> = forwardRef(
  function FeedFilters(props: FeedFilterProps, ref) {
    const { filter, actions } = useFeed('Feed.Filter');
    const strings = useWords(feedStrings);
    const children = topics.map((topic) => {
      const isOn = filter.topics.includes(topic);
      const next = isOn ? filter.topics.filter((other) => other !== topic) : [...filter.topics, topic];
      return (
        <button
          key={topic}
          type="button"
          data-cs="feed-topic"
          aria-pressed={isOn}
          onClick={() => actions.filter({ topics: next })}
        >
          {strings.topics[topic]}
        </button>
      );
    });
    const own = { role: 'group', 'aria-label': strings.filter };
    return renderPart('div', { children, ...props }, { slot: 'feed-filter', state: {}, own, ref });
  },
);

export declare namespace FeedFilters {
  type Props = FeedFilterProps;
}

/** Shows the lines of one agent. Not there while there is one agent only. */
export const FeedAgents: ForwardRefExoticComponent<FeedAgents.Props & RefAttributes<HTMLSelectElement>> = forwardRef(
  function FeedAgents(props: FeedAgents.Props, ref) {
    const { filter, log, actions } = useFeed('Feed.Agents');
    const strings = useWords(feedStrings);
    const { agents } = log.groups;
    if (agents.size < 2) return null;
    const own = {
      'aria-label': strings.agents,
      value: filter.agent,
      onChange: (event: { readonly currentTarget: HTMLSelectElement }) =>
        actions.filter({ agent: event.currentTarget.value }),
      children: (
        <>
          <option value="">{strings.allAgents}</option>
          {[...agents].map((path) => (
            <option key={path} value={path}>
              {escapeUnseen(path)}
            </option>
          ))}
        </>
      ),
    };
    return renderPart('select', props, { slot: 'feed-agents', state: {}, own, ref });
  },
);

export declare namespace FeedAgents {
  type Props = Omit<PartProps<'select', NoFeedState>, 'value' | 'children'>;
}
