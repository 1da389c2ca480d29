'use client';
import { type ReactElement, useMemo } from 'react';
import { findDeceptiveText } from '../../approval/deceptive/deceptive-text.js';
import { hiddenMark } from '../../approval/redaction/secret-text.js';
import { useStrings } from '../strings-provider.js';
import { cutMarks, MarkedText } from '../value/marked-text.js';
import type { WordStretch } from './changed-words.js';

/** Beyond this a line is data: it is cut, and says so. */
const maxLength = 2_000;

/** Props of {@link LineText}. */
export interface LineTextProps {
  readonly text: string;
  /** Its words; without them it is one stretch. */
  readonly words?: readonly WordStretch[] | undefined;
  /** Secrets are left out of it. */
  readonly hasGaps: boolean;
}

/** One line of code: its changed words stand out, and what deceives in it is marked. */
export function LineText({ text: whole, words, hasGaps }: LineTextProps): ReactElement {
  const strings = useStrings().preview.diff;
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
          <span data-slot={slot} key={at}>
            {slot === 'gap' ? (
              strings.hidden
            ) : (
              <MarkedText text={text.slice(start, end)} marks={cutMarks(marks, start, end)} />
            )}
          </span>
        );
      })}
      {left > 0 ? <span data-slot="value-note"> {strings.cut(left)}</span> : null}
    </>
  );
}

/** Parts a line at what is left out of it. */
function gaps(text: string): readonly WordStretch[] {
  return text
    .split(/(\[redacted\])/)
    .filter((part) => part !== '')
    .map((part) => ({ text: part, isChanged: part === hiddenMark }));
}
