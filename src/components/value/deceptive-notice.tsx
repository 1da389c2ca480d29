'use client';
import { useContext, useId, useMemo } from 'react';
import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import type { Redaction } from '../../approval/redaction/redact.js';
import type { JSONValue } from '../../protocol/base/json.js';
import { type JSONPath, pathKey } from '../../protocol/base/json-path.js';
import type { Redactions } from '../../protocol/deferred.js';
import { deceptiveStrings } from '../../words/english/value.js';
import type { CountersignStrings } from '../../words/strings.js';
import { type NoState, type Part, part } from '../part/part.js';
import { useWords } from '../strings-provider.js';
import { explainHiddenMark, explainMark } from './mark-words.js';
import { ValueContext } from './value-context.js';
import { pathText, readValue, type ValueModel } from './value-model.js';

/** The number of findings that are explained one by one. */
const limit = 12;

/** Props of `DeceptiveNotice`. */
export interface DeceptiveNoticeProps {
  /** The value to check, such as a call's title and input. Default: the value of the `Value.Root` around. */
  readonly value?: JSONValue | undefined;
  /** The redaction settings for that value, with its paths. */
  readonly redactions?: Redactions | undefined;
}

/**
 * Explains all deceptive text in a call; of redacted values, without their content. Renders nothing without any.
 *
 * @example <DeceptiveNotice value={{ title: call.title, input: call.input }} />
 */
export const DeceptiveNotice: Part<'div', NoState, DeceptiveNoticeProps> = part(
  'DeceptiveNotice',
  'div',
  ({ value, redactions, ...props }, render) => {
    const strings = useWords(deceptiveStrings);
    const root = useContext(ValueContext);
    const id = useId();
    const model = useMemo(
      () => (value === undefined ? root?.model : readValue(value, { redact: 'secrets', redactions })),
      [value, redactions, root?.model],
    );
    const isRevealed = value === undefined ? root?.reveal.isRevealed : undefined;
    const told = useMemo(
      () => (model === undefined ? [] : describeMarks(model, { strings, isRevealed })),
      [model, strings, isRevealed],
    );
    if (told.length === 0) return null;
    const children = (
      <>
        <strong id={id}>{strings.title}</strong>
        <ul>
          {told.slice(0, limit).map(({ place, words }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: long places are shortened, and may then read the same
            <li key={at}>
              {place === '' ? null : <b data-cs="notice-place">{escapeUnseen(place)}</b>} {escapeUnseen(words)}
            </li>
          ))}
          {told.length > limit ? <li>{strings.more(told.length - limit)}</li> : null}
        </ul>
      </>
    );
    return render(props, { 'data-cs': 'deceptive-notice', role: 'note', 'aria-labelledby': id, children });
  },
);

/** Returns a sentence for each place and kind of mark; equal sentences are combined, with a count. */
function describeMarks(
  model: ValueModel,
  { strings, isRevealed }: NoticeContext,
): readonly Record<'place' | 'words', string>[] {
  return model.found.flatMap(({ path, in: where, marks }) => {
    const hider = hiderOf(model, where === 'key' ? path.slice(0, -1) : path);
    const isHidden = hider !== undefined && isRevealed?.(pathKey(hider.path)) !== true;
    const isPart = isHidden && hider.reason === 'secret-text';
    // Names inside of a redacted value are hidden, too.
    const steps = pathText(isHidden ? hider.path : path);
    const place = where === 'key' && !isHidden ? strings.inName(steps) : steps;
    const safe = isPart ? model.marksAt(path, where, 'shown') : [];
    const unsafe = isPart ? marks.filter(({ kind }) => safe.every((mark) => mark.kind !== kind)) : marks;
    const all = [
      ...safe.map((mark) => explainMark(mark, strings)),
      ...unsafe.map((mark) => (isHidden ? explainHiddenMark(mark, strings) : explainMark(mark, strings))),
    ];
    const counts = new Map<string, number>();
    for (const words of all) counts.set(words, (counts.get(words) ?? 0) + 1);
    return [...counts].map(([words, count]) => ({ place, words: count === 1 ? words : strings.times(words, count) }));
  });
}

interface NoticeContext {
  readonly strings: CountersignStrings['deceptive'];
  readonly isRevealed: ((key: string) => boolean) | undefined;
}

/** Returns the redaction that hides the text at a path: its own, or that of a value around it. */
function hiderOf({ redactions }: ValueModel, path: JSONPath): Redaction | undefined {
  if (redactions.size === 0) return undefined;
  const lengths = [...Array(path.length + 1).keys()];
  return lengths.map((length) => redactions.get(pathKey(path.slice(0, length)))).find((found) => found !== undefined);
}
