'use client';
import { Fragment, type ReactElement } from 'react';
import { grantsStrings } from '../../words/english/grants.js';
import { type NoState, type Part, part } from '../part/part.js';
import { useWithin } from '../part/use-within.js';
import { useWords } from '../strings-provider.js';
import { GrantItem } from './grant-item.js';
import { type GrantLine, GrantsContext } from './grants-context.js';

/** The heading that names the panel. */
export const GrantsTitle: Part<'h3'> = part('GrantList.Title', 'h3', (props, render) => {
  const { titleId } = useWithin(GrantsContext, 'GrantList.Title');
  return render(props, { 'data-cs': 'grants-title', id: titleId, children: useWords(grantsStrings).panel });
});

/** The content without grants. */
export const GrantsEmpty: Part<'p'> = part('GrantList.Empty', 'p', (props, render) => {
  const { lines } = useWithin(GrantsContext, 'GrantList.Empty');
  const strings = useWords(grantsStrings);
  if (lines.length > 0) return null;
  return render(props, { 'data-cs': 'grants-empty', children: strings.empty });
});

/** The reason why grants could not be loaded or saved. Renders nothing without one. */
export const GrantsProblem: Part<'p'> = part('GrantList.Problem', 'p', (props, render) => {
  const { problem } = useWithin(GrantsContext, 'GrantList.Problem');
  if (problem === undefined) return null;
  return render(props, { 'data-cs': 'problem', role: 'alert', dir: 'auto', children: problem.message });
});

/** Props of `GrantList.Items`. */
interface GrantItemsProps {
  /** Renders one line. Default: `GrantList.Item`. */
  readonly item?: ((line: GrantLine) => ReactElement) | undefined;
}

/** A line for each grant, oldest first. Renders nothing if there are none. */
export const GrantItems: Part<'ul', NoState, GrantItemsProps> = part(
  'GrantList.Items',
  'ul',
  ({ item, ...props }, render) => {
    const { lines } = useWithin(GrantsContext, 'GrantList.Items');
    if (lines.length === 0) return null;
    const children = lines.map((line) => (
      <Fragment key={line.grant.id}>{item?.(line) ?? <GrantItem line={line} />}</Fragment>
    ));
    // `list-style: none` makes VoiceOver drop the list role, so it is set explicitly.
    return render(props, { 'data-cs': 'grant-items', role: 'list', children });
  },
);
