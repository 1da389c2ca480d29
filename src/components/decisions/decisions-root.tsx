'use client';
import { type ForwardRefExoticComponent, forwardRef, type RefAttributes, useId, useMemo, useState } from 'react';
import { type PartProps, renderPart } from '../part/part.js';
import { DecisionsContext, type DecisionsControl } from './decisions-context.js';
import { type DecisionFilter, type DecisionGroup, filterDecisions } from './filter-decisions.js';
import { type RecordSource, useDecisions } from './use-decisions.js';

type DecisionsState = Readonly<{ status: 'loading' | 'ready' | 'failed' }>;

/** Props of `Decisions.Root`. */
export interface DecisionsRootProps extends PartProps<'section', DecisionsState> {
  /** A conversation, or a record of one or several that was kept. */
  readonly source: RecordSource;
  /** Which decisions are shown at first. Default: `all`. */
  readonly defaultGroup?: DecisionGroup | undefined;
}

/**
 * Who decided what, for the parts inside.
 *
 * @example <Decisions.Root source={run}><Decisions.Title /><Decisions.Filter /><Decisions.Items /></Decisions.Root>
 */
export const DecisionsRoot: ForwardRefExoticComponent<DecisionsRootProps & RefAttributes<HTMLElement>> = forwardRef(
  function DecisionsRoot({ source, defaultGroup = 'all', children, ...props }, ref) {
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
    const within = <DecisionsContext.Provider value={control}>{children}</DecisionsContext.Provider>;
    return renderPart<'section', DecisionsState>(
      'section',
      { ...props, children: within },
      { slot: 'decisions', state: { status }, own: { 'aria-labelledby': titleId }, ref },
    );
  },
);

export declare namespace DecisionsRoot {
  type Props = DecisionsRootProps;
  type State = DecisionsState;
}
