'use client';
import type { ComponentProps, ReactElement } from 'react';
import { DecisionsEmpty, DecisionsItems, DecisionsProblem } from './decision-items.js';
import { DecisionsExport, DecisionsFilter, DecisionsSearch, DecisionsTitle } from './decision-tools.js';
import { DecisionsRoot } from './decisions-root.js';

/** Props of {@link DecisionLog}. */
type DecisionLogProps = Pick<ComponentProps<typeof DecisionsRoot>, 'source' | 'defaultGroup' | 'className' | 'id'>;

/**
 * The approved, denied and answered calls, with person and time: of a conversation, or of a persisted record. It can be
 * searched, and exported without secrets. It is made of the parts in `Decisions` only.
 *
 * @example <DecisionLog source={run} defaultGroup="approved" />
 */
export function DecisionLog(props: DecisionLogProps): ReactElement {
  return (
    <DecisionsRoot {...props}>
      <DecisionsTitle />
      <div data-cs="decisions-tools">
        <DecisionsFilter />
        <DecisionsSearch />
        <DecisionsExport />
      </div>
      <DecisionsProblem />
      <DecisionsEmpty />
      <DecisionsItems />
    </DecisionsRoot>
  );
}
