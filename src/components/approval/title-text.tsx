'use client';
import { type ReactElement, useMemo } from 'react';
import { findDeceptiveText } from '../../approval/deceptive/deceptive-text.js';
import { cutMarks, MarkedText } from '../value/marked-text.js';
import { lookOf } from '../value/text-kind.js';
import { scan } from '../value/value-model.js';
import { type Place, wordPlaces } from './said-input.js';

/** Props of {@link TitleText}. */
export interface TitleTextProps {
  /** Without secrets. */
  readonly title: string;
  /** Its paths, addresses and commands stand in the title as what a machine takes literally. */
  readonly input: unknown;
}

/** The title of a call, marked where it deceives, with the words that are literally in the input told apart. */
export function TitleText({ title, input }: TitleTextProps): ReactElement {
  const marks = useMemo(() => findDeceptiveText(title, scan), [title]);
  const pieces = useMemo(() => {
    const clear = literalsIn(title, input).filter((place) =>
      marks.every(({ start, end }) => end <= place.start || start >= place.end || within({ start, end }, place)),
    );
    return cutAtPlaces(title.length, clear);
  }, [title, input, marks]);
  return (
    <bdi data-cs="deceptive-text" translate="no" data-marked={marks.length > 0 ? '' : undefined}>
      {pieces.map(({ start, end, isLiteral }) => (
        <Piece isLiteral={isLiteral} key={start}>
          <MarkedText text={title.slice(start, end)} marks={cutMarks(marks, start, end)} />
        </Piece>
      ))}
    </bdi>
  );
}

interface PieceProps extends Pick<TitlePiece, 'isLiteral'> {
  readonly children: ReactElement;
}

/** Words of the title stay text without an element of their own: what reads names aloud would lose the blanks at its ends. */
function Piece({ isLiteral, children }: PieceProps): ReactElement {
  return isLiteral ? (
    <code data-cs="title-literal" translate="no">
      {children}
    </code>
  ) : (
    children
  );
}

/** Looks of texts that a machine takes literally. */
const literal: ReadonlySet<string> = new Set(['path', 'url', 'code']);

/** Titles name few things. */
const most = 12;

/** Where the title says, word for word, a path, an address or a command of the input. */
function literalsIn(title: string, input: unknown): readonly Place[] {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return [];
  const places = Object.entries(input)
    .slice(0, most)
    .filter(([name, value]) => typeof value === 'string' && literal.has(lookOf(value, [name])))
    .flatMap(([, value]) => wordPlaces(String(value), title))
    .sort((one, other) => one.start - other.start || other.end - one.end);
  let last = 0;
  return places.filter(({ start, end }) => {
    const isFree = start >= last;
    if (isFree) last = end;
    return isFree;
  });
}

interface TitlePiece extends Place {
  readonly isLiteral: boolean;
}

function cutAtPlaces(length: number, places: readonly Place[]): readonly TitlePiece[] {
  const pieces: TitlePiece[] = [];
  let at = 0;
  for (const { start, end } of places) {
    if (start > at) pieces.push({ start: at, end: start, isLiteral: false });
    pieces.push({ start, end, isLiteral: true });
    at = end;
  }
  if (at < length) pieces.push({ start: at, end: length, isLiteral: false });
  return pieces;
}

function within(inner: Place, outer: Place): boolean {
  return inner.start >= outer.start && inner.end <= outer.end;
}
