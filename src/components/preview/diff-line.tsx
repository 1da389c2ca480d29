'use client';
import type { ReactElement } from 'react';
import { useStrings } from '../strings-provider.js';
import { type DiffSideName, useDiff } from './diff-context.js';
import type { DiffLayout, DiffRow, DiffSide } from './diff-rows.js';
import { LineText } from './line-text.js';

/** Props of {@link DiffLine}. */
export interface DiffLineProps {
  readonly row: Exclude<DiffRow, { readonly type: 'fold' }>;
  readonly layout: DiffLayout;
}

/** A row of a diff. What it is stands in a sign, in words for those who listen, and only then in a colour. */
export function DiffLine({ row: { type, before, after }, layout }: DiffLineProps): ReactElement {
  if (layout === 'split')
    return (
      <li data-slot="diff-row" data-change={type}>
        <Cell change={type === 'same' ? 'same' : 'removed'} at="before" side={before} />
        <Cell change={type === 'same' ? 'same' : 'added'} at="after" side={after} />
      </li>
    );
  const change = type === 'same' ? 'same' : before === undefined ? 'added' : 'removed';
  const side = change === 'removed' ? before : after;
  return (
    <li data-slot="diff-row" data-change={change}>
      <LineNumber line={before?.line} />
      <LineNumber line={after?.line} />
      {side === undefined ? null : <Side change={change} side={side} />}
    </li>
  );
}

interface SideProps {
  readonly change: 'same' | 'added' | 'removed';
  readonly side: DiffSide;
}

interface CellProps {
  readonly change: SideProps['change'];
  readonly at: DiffSideName;
  readonly side: DiffSide | undefined;
}

function Cell({ change, at, side }: CellProps): ReactElement {
  // The same line twice would be read twice.
  const isTwin = change === 'same' && at === 'after';
  const state = side === undefined ? 'none' : change;
  return (
    <div data-slot="diff-cell" data-side={at} data-change={state} aria-hidden={isTwin || undefined}>
      <LineNumber line={side?.line} />
      {side === undefined ? null : <Side change={change} side={side} />}
    </div>
  );
}

/** Drawn by the style sheet, so that what is copied is the code alone. */
function LineNumber({ line }: { readonly line: number | undefined }): ReactElement {
  return <span data-slot="line-number" data-line={line} aria-hidden="true" />;
}

function Side({ change, side: { line, text } }: SideProps): ReactElement {
  const strings = useStrings().preview.diff;
  const { lineOf, wordsOf } = useDiff();
  const at = change === 'removed' ? 'before' : 'after';
  const shown = lineOf(at, line, text);
  const hasGaps = shown !== text;
  return (
    <>
      {change === 'same' ? null : <span data-slot="spoken">{strings[change](line)} </span>}
      <code data-slot="diff-code" dir="ltr">
        <LineText
          text={shown}
          hasGaps={hasGaps}
          words={change === 'same' || hasGaps ? undefined : wordsOf(at, line, text)}
        />
      </code>
    </>
  );
}
