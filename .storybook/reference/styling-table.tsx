import type { ReactElement } from 'react';
import { ReferenceTable } from './reference-table.js';
import type { PartStyling } from './styling.js';

interface StylingTablesProps {
  readonly of: string;
  readonly styling: PartStyling;
}

/** The `data-*` attributes of a part, and the CSS variables that style it and the elements inside it. */
export function StylingTables({ of, styling: { name, tag, state, rows, defaults } }: StylingTablesProps): ReactElement {
  const variables = [...new Set(rows.flatMap((row) => row.variables))].sort();
  const attributes = [
    ...(name === undefined ? [] : [{ attribute: 'data-cs', values: `'${name}'`, description: elementOf(tag) }]),
    ...state,
  ];
  return (
    <>
      {attributes.length === 0 ? null : (
        <ReferenceTable
          label={`Data attributes of ${of}`}
          columns={['Attribute', 'Values', 'Description']}
          rows={attributes.map(({ attribute, values, description }) => [
            <code key="name">{attribute}</code>,
            <code key="values">{values === 'boolean' ? '(present or absent)' : values}</code>,
            description,
          ])}
        />
      )}
      {variables.length === 0 ? null : (
        <ReferenceTable
          label={`CSS variables of ${of}`}
          columns={['CSS variable', 'Default', 'Styles']}
          rows={variables.map((variable) => [
            <code key="name">{variable}</code>,
            <code key="default">{defaults[variable] ?? 'set by the stylesheet'}</code>,
            <code key="where">
              {rows
                .filter((row) => row.variables.includes(variable))
                .map(selectorOf)
                .join(' ')}
            </code>,
          ])}
        />
      )}
    </>
  );
}

function elementOf(tag: string | undefined): string {
  return tag === undefined ? 'Names the element for the stylesheet.' : `Names the <${tag}> for the stylesheet.`;
}

function selectorOf({ selector }: PartStyling['rows'][number]): string {
  return `[data-cs='${selector}']`;
}
