'use client';
import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import { feedStrings } from '../../words/english/feed.js';
import { type NoState, type Part, part, type Without } from '../part/part.js';
import { useWithin } from '../part/use-within.js';
import { useWords } from '../strings-provider.js';
import { FeedContext } from './feed-context.js';

/** The row of controls. */
export const FeedToolbar: Part<'div'> = part('Feed.Toolbar', 'div', (props, render) => {
  useWithin(FeedContext, 'Feed.Toolbar');
  return render(props, { 'data-cs': 'feed-toolbar', role: 'group', 'aria-label': useWords(feedStrings).filter });
});

/** Searches lines and their events: names, titles, messages, inputs, results. */
export const FeedSearch: Part<'input', NoState, Without<'value' | 'children'>> = part(
  'Feed.Search',
  'input',
  (props, render) => {
    const { filter, actions } = useWithin(FeedContext, 'Feed.Search');
    const strings = useWords(feedStrings);
    return render(props, {
      'data-cs': 'feed-search',
      type: 'search',
      'aria-label': strings.search,
      placeholder: strings.search,
      value: filter.text,
      autoComplete: 'off',
      spellCheck: false,
      onChange: (event) => actions.filter({ text: event.currentTarget.value }),
    });
  },
);

const topics = ['model', 'tools', 'people', 'policy', 'problems'] as const;

/** A switch for each kind of line. With none on, all lines are shown. */
export const FeedFilters: Part<'div'> = part('Feed.Filter', 'div', (props, render) => {
  const { filter, actions } = useWithin(FeedContext, 'Feed.Filter');
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
  return render(props, { 'data-cs': 'feed-filter', role: 'group', 'aria-label': strings.filter, children });
});

/** Filters the lines by agent. Not rendered while there is only one. */
export const FeedAgents: Part<'select', NoState, Without<'value' | 'children'>> = part(
  'Feed.Agents',
  'select',
  (props, render) => {
    const { filter, log, actions } = useWithin(FeedContext, 'Feed.Agents');
    const strings = useWords(feedStrings);
    const { agents } = log.groups;
    if (agents.size < 2) return null;
    return render(props, {
      'data-cs': 'feed-agents',
      'aria-label': strings.agents,
      value: filter.agent,
      onChange: (event) => actions.filter({ agent: event.currentTarget.value }),
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
    });
  },
);
