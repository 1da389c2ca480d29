'use client';
import { useId, useMemo, useState } from 'react';
import { type Part, part } from '../part/part.js';
import { DecisionsContext, type DecisionsControl } from './decisions-context.js';
import { type DecisionFilter, type DecisionGroup, filterDecisions } from './filter-decisions.js';
import { type RecordSource, useDecisions } from './use-decisions.js';

/** Props of `Decisions.Root`. */
interface DecisionsRootProps {
  /** A conversation, or a persisted record of one or several. */
  readonly source: RecordSource;
  /** The group that is shown at first. Default: `all`. */
  readonly defaultGroup?: DecisionGroup | undefined;
}

/**
 * Provides a decision record to the parts inside.
 *
 * @example <Decisions.Root source={run}><Decisions.Title /><Decisions.Filter /><Decisions.Items /></Decisions.Root>
 */
export const DecisionsRoot: Part<'section', { status: 'loading' | 'ready' | 'failed' }, DecisionsRootProps> = part(
  'Decisions.Root',
  'section',
  ({ source, defaultGroup = 'all', children, ...props }, render) => {
    const titleId = useId();
    const { status, entries, problem } = useDecisions(source);
    const [filter, setFilter] = useState<DecisionFilter>({ group: defaultGroup, text: '' });
    const control = useMemo<DecisionsControl>(
      () => ({
        status,
        entries,
        titleId,
        shown: [...filterDecisions(entries, filter)].reverse(),
        filter,
        setFilter: (change) => setFilter((before) => ({ ...before, ...change })),
        ...(problem === undefined ? {} : { problem }),
      }),
      [status, entries, problem, titleId, filter],
    );
    return render(props, {
      'data-cs': 'decisions',
      state: { status },
      'aria-labelledby': titleId,
      children: <DecisionsContext.Provider value={control}>{children}</DecisionsContext.Provider>,
    });
  },
);
