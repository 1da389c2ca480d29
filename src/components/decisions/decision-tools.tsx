'use client';
import { type ForwardRefExoticComponent, forwardRef, type MouseEvent, type RefAttributes } from 'react';
import { toJsonLines } from '../../approval/record/decision-record.js';
import { downloadText } from '../../feed/redact-events.js';
import { type NoState, type PartProps, renderPart } from '../part/part.js';
import { useWords } from '../strings-provider.js';
import { useDecisionRecord } from './decisions-context.js';
import { decisionsStrings } from './decisions-strings.js';
import { decisionGroups } from './filter-decisions.js';

/** The heading that names the record. */
export const DecisionsTitle: ForwardRefExoticComponent<DecisionsTitle.Props & RefAttributes<HTMLHeadingElement>> =
  forwardRef(function DecisionsTitle(props: DecisionsTitle.Props, ref) {
    const { titleId } = useDecisionRecord('Title');
    const part = { slot: 'decisions-title', state: {}, own: { id: titleId }, ref };
    return renderPart<'h3', NoState>('h3', { children: useWords(decisionsStrings).title, ...props }, part);
  });

export declare namespace DecisionsTitle {
  type Props = PartProps<'h3', NoState>;
}

/** Chooses which decisions are shown: all, what was approved, what was refused, what no person decided. */
export const DecisionsFilter: ForwardRefExoticComponent<DecisionsFilter.Props & RefAttributes<HTMLSelectElement>> =
  forwardRef(function DecisionsFilter(props: DecisionsFilter.Props, ref) {
    const { filter, setFilter } = useDecisionRecord('Filter');
    const strings = useWords(decisionsStrings);
    const children = decisionGroups.map((group) => (
      <option key={group} value={group}>
        {strings.group[group]}
      </option>
    ));
    const own = {
      'aria-label': strings.filter,
      value: filter.group,
      onChange: (event: { readonly currentTarget: HTMLSelectElement }) => {
        const chosen = decisionGroups.find((group) => group === event.currentTarget.value);
        if (chosen !== undefined) setFilter({ group: chosen });
      },
    };
    const part = { slot: 'decisions-filter', state: {}, own, ref };
    return renderPart<'select', NoState>('select', { children, ...props }, part);
  });

export declare namespace DecisionsFilter {
  type Props = Omit<PartProps<'select', NoState>, 'value'>;
}

/** Finds decisions by what stands in them: titles, tools, inputs, reasons. */
export const DecisionsSearch: ForwardRefExoticComponent<DecisionsSearch.Props & RefAttributes<HTMLInputElement>> =
  forwardRef(function DecisionsSearch(props: DecisionsSearch.Props, ref) {
    const { filter, setFilter } = useDecisionRecord('Search');
    const strings = useWords(decisionsStrings);
    const own = {
      type: 'search',
      'aria-label': strings.search,
      placeholder: strings.search,
      value: filter.text,
      autoComplete: 'off',
      spellCheck: false,
      onChange: (event: { readonly currentTarget: HTMLInputElement }) => setFilter({ text: event.currentTarget.value }),
    };
    return renderPart<'input', NoState>('input', props, { slot: 'decisions-search', state: {}, own, ref });
  });

export declare namespace DecisionsSearch {
  type Props = Omit<PartProps<'input', NoState>, 'value' | 'children'>;
}

/** Props of `Decisions.Export`. */
export interface DecisionsExportProps extends PartProps<'button', NoState> {
  /** The name of the file. Default: `decisions.jsonl`. */
  readonly fileName?: string;
}

/** Gives the decisions that are shown as a file of JSON Lines, oldest first. Secrets are in none of them. */
export const DecisionsExport: ForwardRefExoticComponent<DecisionsExportProps & RefAttributes<HTMLButtonElement>> =
  forwardRef(function DecisionsExport({ fileName = 'decisions.jsonl', ...props }: DecisionsExportProps, ref) {
    const { shown } = useDecisionRecord('Export');
    const strings = useWords(decisionsStrings);
    const isEmpty = shown.length === 0;
    const own = {
      type: 'button',
      'data-action': 'export',
      'data-look': 'quiet',
      'aria-disabled': isEmpty || undefined,
      onClick: (event: MouseEvent<HTMLElement>) => {
        if (!isEmpty) downloadText(event.currentTarget.ownerDocument, fileName, toJsonLines([...shown].reverse()));
      },
    };
    const part = { slot: 'button', state: {}, own, ref };
    return renderPart<'button', NoState>('button', { children: strings.export, ...props }, part);
  });

export declare namespace DecisionsExport {
  type Props = DecisionsExportProps;
}
