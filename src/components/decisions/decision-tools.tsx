'use client';
import { toJsonLines } from '../../approval/record/decision-record.js';
import { downloadText } from '../../feed/redact-events.js';
import { decisionsStrings } from '../../words/english/inbox.js';
import { type NoState, type Part, part, type Without } from '../part/part.js';
import { useWithin } from '../part/use-within.js';
import { useWords } from '../strings-provider.js';
import { DecisionsContext } from './decisions-context.js';
import { decisionGroups } from './filter-decisions.js';

/** The heading that names the record. */
export const DecisionsTitle: Part<'h3'> = part('Decisions.Title', 'h3', (props, render) => {
  const { titleId } = useWithin(DecisionsContext, 'Decisions.Title');
  return render(props, { 'data-cs': 'decisions-title', id: titleId, children: useWords(decisionsStrings).title });
});

/** Chooses the decisions to show: all, approved, refused, or automatic ones. */
export const DecisionsFilter: Part<'select', NoState, Without<'value'>> = part(
  'Decisions.Filter',
  'select',
  (props, render) => {
    const { filter, setFilter } = useWithin(DecisionsContext, 'Decisions.Filter');
    const strings = useWords(decisionsStrings);
    const children = decisionGroups.map((group) => (
      <option key={group} value={group}>
        {strings.group[group]}
      </option>
    ));
    return render(props, {
      'data-cs': 'decisions-filter',
      'aria-label': strings.filter,
      value: filter.group,
      onChange: (event) => {
        const chosen = decisionGroups.find((group) => group === event.currentTarget.value);
        if (chosen !== undefined) setFilter({ group: chosen });
      },
      children,
    });
  },
);

/** Searches decisions by their content: titles, tools, inputs, reasons. */
export const DecisionsSearch: Part<'input', NoState, Without<'value' | 'children'>> = part(
  'Decisions.Search',
  'input',
  (props, render) => {
    const { filter, setFilter } = useWithin(DecisionsContext, 'Decisions.Search');
    const strings = useWords(decisionsStrings);
    return render(props, {
      'data-cs': 'decisions-search',
      type: 'search',
      'aria-label': strings.search,
      placeholder: strings.search,
      value: filter.text,
      autoComplete: 'off',
      spellCheck: false,
      onChange: (event) => setFilter({ text: event.currentTarget.value }),
    });
  },
);

/** Props of `Decisions.Export`. */
interface DecisionsExportProps {
  /** The name of the file. Default: `decisions.jsonl`. */
  readonly fileName?: string;
}

/** Exports the decisions that are shown as a file of JSON Lines, oldest first, without secrets. */
export const DecisionsExport: Part<'button', NoState, DecisionsExportProps> = part(
  'Decisions.Export',
  'button',
  ({ fileName = 'decisions.jsonl', ...props }, render) => {
    const { shown } = useWithin(DecisionsContext, 'Decisions.Export');
    const strings = useWords(decisionsStrings);
    const isEmpty = shown.length === 0;
    return render(props, {
      'data-action': 'export',
      'data-look': 'quiet',
      'aria-disabled': isEmpty || undefined,
      onClick: (event) => {
        if (!isEmpty) downloadText(event.currentTarget.ownerDocument, fileName, toJsonLines([...shown].reverse()));
      },
      children: strings.export,
    });
  },
);
