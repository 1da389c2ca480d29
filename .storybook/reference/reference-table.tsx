import type { ReactElement, ReactNode } from 'react';
import { Scroller } from './scroller.js';

interface ReferenceTableProps {
  readonly label: string;
  readonly columns: readonly string[];
  /** Each row begins with its key. */
  readonly rows: readonly (readonly ReactNode[])[];
}

/** A table that scrolls inside the page when it is too wide. */
export function ReferenceTable({ label, columns, rows }: ReferenceTableProps): ReactElement {
  return (
    <Scroller className="sb-unstyled" label={label}>
      <table className="reference-table">
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows are constant
            <tr key={row}>
              {cells.map((cell, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the columns are constant
                <td key={index}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}
