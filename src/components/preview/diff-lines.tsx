'use client';
import { type ReactElement, useMemo, useState } from 'react';
import { previewStrings } from '../../words/english/preview.js';
import { Button } from '../part/button.js';
import { useWords } from '../strings-provider.js';
import { type Comparison, changedWords } from './compare-lines.js';
import { DiffContext, type DiffContextValue } from './diff-context.js';
import type { DiffLibrary } from './diff-library.js';
import { DiffLine } from './diff-line.js';
import { counterparts, type DiffLayout, toRows } from './diff-rows.js';

/** The number of rows that are shown at first, and that each press adds. */
const diffPage = 400;

/** Props of {@link DiffLines}. */
interface DiffLinesProps {
  readonly comparison: Comparison;
  /** `undefined` until it has loaded, or when it could not be loaded. */
  readonly library: DiffLibrary | undefined;
  readonly layout: DiffLayout;
  readonly lineOf: DiffContextValue['lineOf'];
}

/** The rows of a diff: unchanged ones are folded, and those of huge texts are rendered a page at a time. */
export function DiffLines({ comparison, library, layout, lineOf }: DiffLinesProps): ReactElement {
  const strings = useWords(previewStrings).diff;
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  const [limit, setLimit] = useState(diffPage);
  const rows = useMemo(() => toRows(comparison, layout, unfolded), [comparison, layout, unfolded]);
  const pairs = useMemo(() => counterparts(comparison), [comparison]);
  const context = useMemo<DiffContextValue>(
    () => ({
      lineOf,
      wordsOf: (side, line, text) => changedWords(text, pairs.get(`${side === 'before' ? '-' : '+'}${line}`), library),
    }),
    [lineOf, pairs, library],
  );
  const left = rows.length - limit;
  return (
    <DiffContext.Provider value={context}>
      <ol data-cs="diff-rows" data-layout={layout} data-numbers={hasOneSide(comparison) ? 'one' : 'two'}>
        {rows.slice(0, limit).map((row) =>
          row.type === 'fold' ? (
            <li data-cs="diff-fold" key={`fold-${row.key}`}>
              <Button action="unfold" look="quiet" onPress={() => setUnfolded(new Set([...unfolded, row.key]))}>
                {strings.unchanged(row.count)}
              </Button>
            </li>
          ) : (
            <DiffLine key={`${row.before?.line ?? ''}:${row.after?.line ?? ''}`} row={row} layout={layout} />
          ),
        )}
      </ol>
      {left > 0 ? (
        <Button action="more" look="quiet" onPress={() => setLimit(limit + diffPage)}>
          {strings.showMore(Math.min(diffPage, left), left)}
        </Button>
      ) : null}
    </DiffContext.Provider>
  );
}

/** Returns `true` when all lines are new, or all are removed: then each has one number. */
function hasOneSide({ blocks, added, removed }: Comparison): boolean {
  return (added === 0 || removed === 0) && blocks.every(({ same }) => same.length === 0);
}
