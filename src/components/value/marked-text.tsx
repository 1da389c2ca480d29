'use client';
import { type ReactElement, type ReactNode, useContext } from 'react';
import type { DeceptiveMark, TextKind } from '../../approval/deceptive/deceptive-mark.js';
import type { MarkedPiece } from '../../approval/deceptive/deceptive-text.js';
import { cutAtMarks, findDeceptiveText } from '../../approval/deceptive/deceptive-text.js';
import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import { rightToLeft } from '../../approval/deceptive/right-to-left.js';
import { hideSecrets } from '../../approval/redaction/secret-text.js';
import { deceptiveStrings } from '../../words/english/value.js';
import { useWords } from '../strings-provider.js';
import { CallSecrets } from './call-secrets-context.js';
import { explainMark, isDrawn, labelMark } from './mark-words.js';
import { scan } from './value-model.js';

/** Props of {@link MarkedText}. */
export interface MarkedTextProps {
  readonly text: string;
  /** From `findDeceptiveText(text)`, in its order. */
  readonly marks: readonly DeceptiveMark[];
  /** The parts of a path, URL or host keep their order, whatever direction their letters have. */
  readonly kind?: TextKind | undefined;
}

/** A text with its marks where they are: nothing invisible is left in it, and every marked piece is isolated from what is around. */
export function MarkedText({ text, marks, kind }: MarkedTextProps): ReactElement {
  const hasParts = (kind === 'path' || kind === 'url' || kind === 'host') && rightToLeft.test(text);
  if (marks.length === 0) return <>{hasParts ? isolateParts(text) : escapeUnseen(text)}</>;
  return <>{nest(cutAtMarks(text, marks), { depth: 0, hasParts })}</>;
}

/** The marks within a part of a text, as marks of that part. */
export function cutMarks(marks: readonly DeceptiveMark[], start: number, end: number): readonly DeceptiveMark[] {
  return marks
    .filter((mark) => mark.start < end && mark.end > start)
    .map((mark) => ({ ...mark, start: Math.max(mark.start - start, 0), end: Math.min(mark.end, end) - start }));
}

/** Props of {@link DeceptiveText}. */
export interface DeceptiveTextProps {
  readonly text: string;
  /** What the text is. Guessed when left out. */
  readonly kind?: TextKind | undefined;
}

/**
 * A short text, such as a title or a path, marked where it does not look like what it is. Inside the parts of a call, what is hidden in the
 * input of the call is hidden in the text too.
 *
 * @example <h3><DeceptiveText text={call.title} /></h3>
 */
export function DeceptiveText({ text: whole, kind }: DeceptiveTextProps): ReactElement {
  const secrets = useContext(CallSecrets);
  const text = secrets.length === 0 ? whole : hideSecrets(whole, secrets).text;
  const marks = findDeceptiveText(text, { ...scan, kind });
  return (
    <bdi data-cs="deceptive-text" data-marked={marks.length > 0 ? '' : undefined}>
      <MarkedText text={text} marks={marks} kind={kind} />
    </bdi>
  );
}

/** Props of {@link DeceptiveSentence}. */
export interface DeceptiveSentenceProps {
  /** Words of the interface, in which each name is between the two characters that isolate it. */
  readonly text: string;
}

/** A sentence of the interface with names of others in it: each is marked by itself, and what isolates them is not taken for a trick of theirs. */
export function DeceptiveSentence({ text }: DeceptiveSentenceProps): ReactElement {
  const pieces = text.split(/\u2068([^\u2066-\u2069]*)\u2069/).filter((piece) => piece !== '');
  return (
    <>
      {pieces.map((piece, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text keep their order
        <DeceptiveText key={index} text={piece} />
      ))}
    </>
  );
}

interface Nesting {
  /** How many marks are around already. */
  readonly depth: number;
  readonly hasParts: boolean;
}

/** Puts the pieces of each mark together again, as the marks lie in each other. */
function nest(pieces: readonly MarkedPiece[], { depth, hasParts }: Nesting): ReactNode[] {
  const nodes: ReactNode[] = [];
  for (let start = 0, end = 0; start < pieces.length; start = end) {
    const mark = pieces[start]?.marks[depth];
    while (end < pieces.length && pieces[end]?.marks[depth] === mark) end++;
    const group = pieces.slice(start, end);
    if (mark === undefined)
      nodes.push(
        ...group.map(({ text, marks }) =>
          marks.some(({ kind }) => kind === 'mixed-script') ? (
            <Letters key={start} text={text} />
          ) : hasParts ? (
            isolateParts(text)
          ) : (
            escapeUnseen(text)
          ),
        ),
      );
    else
      nodes.push(
        <Mark key={start} mark={mark}>
          {drawn(mark, group, { depth: depth + 1, hasParts })}
        </Mark>,
      );
  }
  return nodes;
}

function drawn(mark: DeceptiveMark, pieces: readonly MarkedPiece[], nesting: Nesting): ReactNode {
  // Nothing was looked for in there, and nothing may act from within it.
  if (mark.kind === 'long') return escapeUnseen(pieces.map(({ text }) => text).join(''));
  return isDrawn(mark) ? nest(pieces, nesting) : null;
}

function Mark({ mark, children }: { readonly mark: DeceptiveMark; readonly children: ReactNode }): ReactElement {
  const strings = useWords(deceptiveStrings);
  const words = explainMark(mark, strings);
  return (
    <mark data-cs="deceptive" data-kind={mark.kind} title={words}>
      {children === null ? null : <bdi>{children}</bdi>}
      <span data-cs="mark-label" aria-hidden="true">
        {labelMark(mark, strings)}
      </span>
      <span data-cs="spoken"> ({words}) </span>
    </mark>
  );
}

/** In a word of several scripts, the letters of the rarer one are told apart. */
function Letters({ text }: { readonly text: string }): ReactElement {
  const latin = text.match(/\p{sc=Latin}/gu)?.length ?? 0;
  const others = text.match(/(?!\p{sc=Latin})\p{L}/gu)?.length ?? 0;
  const rare = latin > others ? /((?:(?!\p{sc=Latin})\p{L})+)/u : /(\p{sc=Latin}+)/u;
  return (
    <>
      {text.split(rare).map((run, at) =>
        at % 2 === 1 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places
          <bdi data-cs="rare-letters" key={at}>
            {escapeUnseen(run)}
          </bdi>
        ) : (
          escapeUnseen(run)
        ),
      )}
    </>
  );
}

function isolateParts(text: string): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places
  return text.split(/([\\/.:?&=#@]+)/).map((part, at) => <bdi key={at}>{escapeUnseen(part)}</bdi>);
}
