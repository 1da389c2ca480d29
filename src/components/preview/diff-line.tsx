'use client';
import { type ReactElement, useMemo } from 'react';
import { findDeceptiveText } from '../../approval/deceptive/deceptive-text.js';
import { hiddenMark } from '../../approval/redaction/hidden-mark.js';
import { previewStrings } from '../../words/english/preview.js';
import { useWithin } from '../part/use-within.js';
import { useWords } from '../strings-provider.js';
import { cutMarks, MarkedText } from '../value/marked-text.js';
import type { WordStretch } from './compare-lines.js';
import { DiffContext, type DiffSideName } from './diff-context.js';
import type { DiffLayout, DiffRow, DiffSide } from './diff-rows.js';

/** Props of {@link DiffLine}. */
interface DiffLineProps {
  readonly row: Exclude<DiffRow, { readonly type: 'fold' }>;
  readonly layout: DiffLayout;
}

/** A row of a diff. Its kind is shown by a sign, in words for screen readers, and only then by a colour. */
export function DiffLine({ row: { type, before, after }, layout }: DiffLineProps): ReactElement {
  if (layout === 'split')
    return (
      <li data-cs="diff-row" data-change={type}>
        <Cell change={type === 'same' ? 'same' : 'removed'} at="before" side={before} />
        <Cell change={type === 'same' ? 'same' : 'added'} at="after" side={after} />
      </li>
    );
  const change = type === 'same' ? 'same' : before === undefined ? 'added' : 'removed';
  const side = change === 'removed' ? before : after;
  return (
    <li data-cs="diff-row" data-change={change}>
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
    <div data-cs="diff-cell" data-side={at} data-change={state} aria-hidden={isTwin || undefined}>
      <LineNumber line={side?.line} />
      {side === undefined ? null : <Side change={change} side={side} />}
    </div>
  );
}

/** The number of a line, drawn by the style sheet so that only the code is copied. */
function LineNumber({ line }: { readonly line: number | undefined }): ReactElement {
  return <span data-cs="line-number" data-line={line} aria-hidden="true" />;
}

function Side({ change, side: { line, text } }: SideProps): ReactElement {
  const strings = useWords(previewStrings).diff;
  const { lineOf, wordsOf } = useWithin(DiffContext);
  const at = change === 'removed' ? 'before' : 'after';
  const shown = lineOf(at, line, text);
  const hasGaps = shown !== text;
  return (
    <>
      {change === 'same' ? null : <span data-cs="spoken">{strings[change](line)} </span>}
      <code data-cs="diff-code" translate="no" dir="ltr">
        <LineText
          text={shown}
          hasGaps={hasGaps}
          words={change === 'same' || hasGaps ? undefined : wordsOf(at, line, text)}
        />
      </code>
    </>
  );
}

/** The length above which a line is cut, with a note. */
const maxLength = 2_000;

/** Props of {@link LineText}. */
interface LineTextProps {
  readonly text: string;
  /** The words of the line; without them it is one range. */
  readonly words?: readonly WordStretch[] | undefined;
  /** True when secrets are left out of it. */
  readonly hasGaps: boolean;
}

/** One line of code, with changed words highlighted and deceptive characters marked. */
function LineText({ text: whole, words, hasGaps }: LineTextProps): ReactElement {
  const strings = useWords(previewStrings).diff;
  const text = whole.slice(0, maxLength).replace(/\r$/, '');
  const marks = useMemo(() => findDeceptiveText(text, { kind: 'code', maxLength: Number.POSITIVE_INFINITY }), [text]);
  const left = whole.length - maxLength;
  const stretches = hasGaps ? gaps(text) : (words ?? [{ text, isChanged: false }]);
  const ends = stretches.map((_, at) =>
    stretches.slice(0, at + 1).reduce((sum, stretch) => sum + stretch.text.length, 0),
  );
  return (
    <>
      {stretches.map(({ isChanged }, at) => {
        const [start, end] = [ends[at - 1] ?? 0, Math.min(ends[at] ?? 0, text.length)];
        const slot = isChanged ? (hasGaps ? 'gap' : 'changed-words') : undefined;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the stretches of one line never change places
          <span data-cs={slot} key={at}>
            {slot === 'gap' ? (
              strings.hidden
            ) : (
              <MarkedText text={text.slice(start, end)} marks={cutMarks(marks, start, end)} />
            )}
          </span>
        );
      })}
      {left > 0 ? <span data-cs="value-note"> {strings.cut(left)}</span> : null}
    </>
  );
}

/** Splits a line at the secrets that are left out. */
function gaps(text: string): readonly WordStretch[] {
  return text
    .split(/(\[redacted\])/)
    .filter((part) => part !== '')
    .map((part) => ({ text: part, isChanged: part === hiddenMark }));
}
