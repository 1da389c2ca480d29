'use client';
import { type ReactElement, useContext, useMemo, useState } from 'react';
import { isSecretName, nameWords } from '../../approval/redaction/secret-key.js';
import type { Preview } from '../../protocol/preview.js';
import { previewStrings } from '../../words/english/preview.js';
import { Button } from '../part/button.js';
import { memberPages } from '../part/pages.js';
import { useWithin } from '../part/use-within.js';
import { useWords } from '../strings-provider.js';
import { CallSecrets } from '../value/call-secrets-context.js';
import { DeceptiveNotice } from '../value/deceptive-notice.js';
import { DeceptiveText } from '../value/marked-text.js';
import { ValueContext } from '../value/value-context.js';
import { memberOf } from '../value/value-model.js';
import { ValueNode } from '../value/value-node.js';
import { ValueRoot } from '../value/value-root.js';
import { HiddenNote } from '../value/value-view.js';

/** Props of {@link TableView}. */
interface TableViewProps {
  readonly preview: Extract<Preview, { readonly type: 'table' }>;
}

/**
 * A table, in the order of its tool, a page at a time. Columns whose names suggest secrets are hidden until revealed.
 *
 * @example <TableView preview={{ type: 'table', columns: ['id', 'name'], rows: [[1, 'Ada']] }} />
 */
export function TableView({ preview: { columns, rows } }: TableViewProps): ReactElement {
  const strings = useWords(previewStrings);
  const secrets = useContext(CallSecrets);
  const [limit, setLimit] = useState(memberPages.first);
  const shown = useMemo(() => rows.slice(0, limit).map((row) => [...row]), [rows, limit]);
  const redactions = useMemo(() => ({ hide: secretCells(columns, shown) }), [columns, shown]);
  const left = rows.length - shown.length;
  return (
    <ValueRoot value={shown} redactions={redactions} secrets={secrets}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section data-cs="table-scroller" tabIndex={0} aria-label={strings.title.table}>
        <table data-cs="preview-table" translate="no">
          <caption>{strings.table.size(rows.length, columns.length)}</caption>
          <thead>
            <tr>
              {columns.map((name, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: names may stand twice, and columns never change places
                <th scope="col" data-type={typeof rows[0]?.[at]} key={at}>
                  <DeceptiveText text={name} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows never change places
              <Row line={at} cells={row.length} key={at} />
            ))}
          </tbody>
        </table>
      </section>
      {rows.length === 0 ? <p data-cs="fields-empty">{strings.table.noRows}</p> : null}
      {left > 0 ? (
        <Button action="more" look="quiet" onPress={() => setLimit(limit + memberPages.next)}>
          {strings.table.showMore(Math.min(memberPages.next, left), left)}
        </Button>
      ) : null}
      <DeceptiveNotice />
      <HiddenNote />
    </ValueRoot>
  );
}

function Row({ line, cells }: { readonly line: number; readonly cells: number }): ReactElement {
  const { model } = useWithin(ValueContext, 'Preview.Table');
  const [full, shown] = [memberOf(model.value, line), memberOf(model.shown, line)];
  return (
    <tr>
      {Array.from({ length: cells }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: cells never change places
        <td key={at} data-type={typeof memberOf(full, at)}>
          <ValueNode path={[line, at]} full={memberOf(full, at)} shown={memberOf(shown, at)} />
        </td>
      ))}
    </tr>
  );
}

/** Finds the cells with secrets. Booleans and `null` are never secrets. */
function secretCells(
  columns: readonly string[],
  rows: readonly (readonly unknown[])[],
): readonly (readonly number[])[] {
  return columns.flatMap((name, at) =>
    rows.flatMap((row, line) => {
      const cell = row[at];
      const isOpen = cell === null || cell === '' || typeof cell === 'boolean';
      return !isOpen && isSecretName(nameWords(name), cell) ? [[line, at]] : [];
    }),
  );
}
