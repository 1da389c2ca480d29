import { Markdown } from '@storybook/addon-docs/blocks';
import type { ReactElement } from 'react';
import { keyboard } from './keyboard.js';
import { ReferenceTable } from './reference-table.js';

/** The keys of a component. */
export function KeyTable({ of }: { readonly of: string }): ReactElement {
  return (
    <ReferenceTable
      label={`Keys of ${of}`}
      columns={['Key', 'Action']}
      rows={(keyboard[of] ?? []).map(({ keys, action }) => [
        keys.map((key) => <kbd key={key}>{key}</kbd>),
        <Markdown key="action">{action}</Markdown>,
      ])}
    />
  );
}
