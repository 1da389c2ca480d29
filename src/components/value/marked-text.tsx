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
interface MarkedTextProps {
  readonly text: string;
  /** The result of `findDeceptiveText(text)`, in its order. */
  readonly marks: readonly DeceptiveMark[];
  /** The kind of text: the parts of a path, URL or host keep their order, in any writing direction. */
  readonly kind?: TextKind | undefined;
}

/**
 * A text with its marks in place: no invisible character is left in it, and every marked piece is isolated from its
 * surroundings.
 */
export function MarkedText({ text, marks, kind }: MarkedTextProps): ReactElement {
  const hasParts = (kind === 'path' || kind === 'url' || kind === 'host') && rightToLeft.test(text);
  if (marks.length === 0) return <>{hasParts ? isolateParts(text) : escapeUnseen(text)}</>;
  return <>{nest(cutAtMarks(text, marks), { depth: 0, hasParts })}</>;
}

/** Returns the marks within a part of a text, as marks of that part. */
export function cutMarks(marks: readonly DeceptiveMark[], start: number, end: number): readonly DeceptiveMark[] {
  return marks
    .filter((mark) => mark.start < end && mark.end > start)
    .map((mark) => ({ ...mark, start: Math.max(mark.start - start, 0), end: Math.min(mark.end, end) - start }));
}

/** Props of {@link DeceptiveText}. */
interface DeceptiveTextProps {
  readonly text: string;
  /** The kind of text. Guessed by default. */
  readonly kind?: TextKind | undefined;
}

/**
 * A short text, such as a title or a path, with deceptive characters marked. Inside the parts of a call, the redacted
 * values of its input are hidden in the text, too.
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
interface DeceptiveSentenceProps {
  /** A string of the interface, in which each name is between the two isolating characters. */
  readonly text: string;
}

/**
 * A sentence of the interface that contains foreign names: each is marked separately, and the isolating characters do
 * not count as deceptive.
 */
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
  /** The number of marks around. */
  readonly depth: number;
  readonly hasParts: boolean;
}

/** Nests the pieces of each mark as the marks nest. */
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
  // The rest was not checked, so it is escaped.
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

/** In a word of several scripts, the letters of the rarer one are highlighted. */
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
