'use client';
import { type ReactElement, useState } from 'react';
import { authorityOf } from '../../approval/deceptive/deceptive-host.js';
import type { DeceptiveMark } from '../../approval/deceptive/deceptive-mark.js';
import { hiddenMark } from '../../approval/redaction/hidden-mark.js';
import { valueStrings } from '../../words/english/value.js';
import { Button } from '../part/button.js';
import { useWords } from '../strings-provider.js';
import { cutMarks, MarkedText } from './marked-text.js';
import { readsLikeOther, type TextLook } from './text-kind.js';

/** The size above which a text is folded: a card has to show its buttons, and that there is more. */
const fold = { lines: 8, characters: 480 };

/** The number of characters that each press adds to a text that would not fit a page. */
const textStep = 20_000;

/** Props of {@link TextValue}. */
interface TextValueProps {
  readonly text: string;
  readonly look: TextLook;
  readonly marks: readonly DeceptiveMark[];
  /** True when secrets are left out of the text. */
  readonly hasGaps?: boolean;
  readonly links?: 'none' | 'new-tab';
}

/** A text as it is: folded if it is long, with deceptive characters marked, and never parsed as markup. */
export function TextValue(props: TextValueProps): ReactElement {
  const { text, look, marks, hasGaps = false } = props;
  const strings = useWords(valueStrings);
  const [shown, setShown] = useState<'folded' | number>('folded');
  const lineCount = countLines(text);
  const folded = foldEnd(text);
  // The rest was not checked: it can be read only as JSON, where nothing is hidden.
  const last = marks.find(({ kind }) => kind === 'long')?.start ?? text.length;
  const end = shown === 'folded' ? Math.min(folded, last) : endAt(text, Math.min(shown, last));
  const left = last - end;
  const unseen = marks.filter((mark) => mark.end > end && mark.kind !== 'long').length;
  const whole = folded < text.length && shown === 'folded' && text.length <= textStep;
  return (
    <>
      <pre
        data-cs="value"
        translate="no"
        data-look={look}
        data-folded={end < text.length ? '' : undefined}
        data-quoted={readsLikeOther(text) ? '' : undefined}
        dir={look === 'text' ? 'auto' : 'ltr'}
      >
        <ShownText {...props} text={text.slice(0, end)} marks={cutMarks(marks, 0, end)} hasGaps={hasGaps} />
      </pre>
      {/^[^\S\n]+$/.test(text) ? <span data-cs="value-note">{strings.onlyBlanks(text.length)}</span> : null}
      {unseen > 0 && left > 0 ? (
        <span data-cs="value-note" data-tone="warn">
          {strings.foldedMarks(unseen)}
        </span>
      ) : null}
      {left > 0 ? (
        <FoldButton
          isOpen={false}
          onPress={() => setShown(whole ? text.length : (shown === 'folded' ? 0 : shown) + textStep)}
        >
          {whole
            ? strings.showAll(lineCount, text.length)
            : strings.showMore(Math.min(textStep, left), left, 'characters')}
        </FoldButton>
      ) : null}
      {shown === 'folded' ? null : (
        <FoldButton isOpen onPress={() => setShown('folded')}>
          {strings.showLess}
        </FoldButton>
      )}
    </>
  );
}

interface FoldProps {
  readonly isOpen: boolean;
  readonly onPress: () => void;
  readonly children: string;
}

function FoldButton({ isOpen, onPress, children }: FoldProps): ReactElement {
  return (
    <Button action="unfold" look="quiet" aria-expanded={isOpen} onPress={onPress}>
      {children}
    </Button>
  );
}

function ShownText({ text, look, marks, hasGaps, links = 'none' }: TextValueProps): ReactElement {
  const strings = useWords(valueStrings).hidden;
  if (look === 'url') return <UrlText text={text} marks={marks} links={hasGaps === true ? 'none' : links} />;
  const kind = look === 'path' ? 'path' : undefined;
  if (hasGaps !== true) return <MarkedText text={text} marks={marks} kind={kind} />;
  let start = 0;
  return (
    <>
      {text.split(hiddenMark).map((part, at) => {
        const from = start;
        start += part.length + hiddenMark.length;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places
          <span key={at}>
            {at === 0 ? null : <span data-cs="gap">{strings.gap}</span>}
            <MarkedText text={part} marks={cutMarks(marks, from, from + part.length)} kind={kind} />
          </span>
        );
      })}
    </>
  );
}

function countLines(text: string): number {
  let count = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

/** Returns the position to cut a long text; its length if it is short. */
function foldEnd(text: string): number {
  let at = -1;
  for (let line = 0; line < fold.lines; line++) {
    at = text.indexOf('\n', at + 1);
    if (at < 0) break;
  }
  return endAt(text, Math.min(at < 0 ? text.length : at, fold.characters));
}

/** Not between the halves of a surrogate pair. */
function endAt(text: string, end: number): number {
  return end < text.length && (text.codePointAt(end - 1) ?? 0) > 0xffff ? end - 1 : Math.min(end, text.length);
}

/** Props of {@link UrlText}. */
interface UrlTextProps {
  readonly text: string;
  readonly marks: readonly DeceptiveMark[];
  /** `new-tab` makes web addresses without marks links. */
  readonly links: 'none' | 'new-tab';
}

/** A URL with its host highlighted, since the host matters. Nothing is loaded from it. */
function UrlText({ text, marks, links }: UrlTextProps): ReactElement {
  const { start, end } = authorityOf(text);
  const part = (first: number, last: number): ReactElement => (
    <MarkedText text={text.slice(first, last)} marks={cutMarks(marks, first, last)} kind="url" />
  );
  const parts = (
    <>
      <span data-cs="url-rest" translate="no">
        {part(0, start)}
      </span>
      <strong data-cs="url-host" translate="no">
        {part(start, end)}
      </strong>
      <span data-cs="url-rest" translate="no">
        {part(end, text.length)}
      </span>
    </>
  );
  if (links === 'none' || marks.length > 0 || !/^https?:/i.test(text)) return parts;
  return (
    <a href={text} target="_blank" rel="noopener noreferrer nofollow">
      {parts}
    </a>
  );
}
