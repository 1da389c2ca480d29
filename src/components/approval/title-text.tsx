'use client';
import { type ReactElement, useMemo } from 'react';
import { findDeceptiveText } from '../../approval/deceptive/deceptive-text.js';
import { cutMarks, MarkedText } from '../value/marked-text.js';
import { lookOf } from '../value/text-kind.js';
import { scan } from '../value/value-model.js';
import { type Place, wordPlaces } from './shown-input.js';

/** Props of {@link TitleText}. */
interface TitleTextProps {
  /** The title, without secrets. */
  readonly title: string;
  /** The input, whose paths, addresses and commands are marked in the title as literal. */
  readonly input: unknown;
}

/** The title of a call, with deceptive characters marked and the literal values of the input set apart. */
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

/** Words of the title stay plain text nodes: screen readers drop the blanks at the ends of elements. */
function Piece({ isLiteral, children }: PieceProps): ReactElement {
  return isLiteral ? (
    <code data-cs="title-literal" translate="no">
      {children}
    </code>
  ) : (
    children
  );
}

/** The text kinds that a machine interprets literally. */
const literal: ReadonlySet<string> = new Set(['path', 'url', 'code']);

/** The highest number of literals that are marked in a title. */
const most = 12;

/** Returns the places where the title contains a path, an address or a command of the input. */
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
