'use client';
import type { ReactElement } from 'react';
import { previewStrings } from '../../words/english/preview.js';
import { valueStrings } from '../../words/english/value.js';
import { Announcer } from '../part/announcer.js';
import { Button } from '../part/button.js';
import { useWords } from '../strings-provider.js';
import type { Comparison } from './compare-lines.js';
import type { LibraryState } from './use-diff-library.js';
import type { HiddenLines } from './use-hidden-lines.js';

/** Props of {@link DiffNotes}. */
interface DiffNotesProps {
  readonly before: string;
  readonly after: string;
  readonly status: LibraryState['status'];
  readonly detail: Comparison['detail'] | undefined;
}

/** Notes that lines cannot show: line endings, and parts that could not be compared. */
export function DiffNotes({ before, after, status, detail }: DiffNotesProps): ReactElement {
  const strings = useWords(previewStrings).diff;
  const endings = (text: string): number => text.match(/\r\n/g)?.length ?? 0;
  const areBoth = before !== '' && after !== '';
  const [had, has] = [before.endsWith('\n'), after.endsWith('\n')];
  const notes = [
    ...(status === 'failed' ? [strings.plain] : []),
    ...(detail === 'coarse' ? [strings.coarse] : []),
    ...(areBoth && endings(before) > 0 !== endings(after) > 0 ? [strings.lineEndings] : []),
    ...(areBoth && had !== has ? [strings.finalNewline[has ? 'added' : 'removed']] : []),
  ];
  return (
    <>
      {notes.map((note) => (
        <p data-cs="value-note" key={note}>
          {note}
        </p>
      ))}
    </>
  );
}

interface HiddenLinesProps {
  readonly hidden: HiddenLines;
}

/** The button that reveals hidden secrets. */
export function RevealLines({ hidden: { count, fate, isRevealed, toggle } }: HiddenLinesProps): ReactElement | null {
  const words = useWords(previewStrings).diff;
  const { all, nowShown } = useWords(valueStrings).hidden;
  if (count === 0) return null;
  return (
    <>
      <Button
        action="reveal-all"
        look="quiet"
        aria-pressed={isRevealed}
        title={isRevealed ? undefined : words.hiddenNote[fate]}
        onPress={toggle}
      >
        {words.showHidden(count)}
      </Button>
      <Announcer id={String(isRevealed)} text={isRevealed ? nowShown(all) : ''} />
    </>
  );
}

/** A note that hidden secrets are written all the same. Removed ones have it as the description of their button. */
export function HiddenLinesNote({ hidden: { count, fate, isRevealed } }: HiddenLinesProps): ReactElement | null {
  const words = useWords(previewStrings).diff;
  if (count === 0 || fate === 'removed' || isRevealed) return null;
  return (
    <p data-cs="hidden-note">
      <span>{words.hiddenNote[fate]}</span>
    </p>
  );
}
