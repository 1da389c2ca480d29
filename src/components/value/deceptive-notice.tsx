'use client';
import { type ForwardRefExoticComponent, forwardRef, type RefAttributes, useContext, useId, useMemo } from 'react';
import { type DeceptiveValue, findDeceptiveValues } from '../../approval/deceptive-values.js';
import type { JSONValue } from '../../protocol/json.js';
import { type PartProps, renderPart } from '../part/part.js';
import { useStrings } from '../strings-provider.js';
import { explainMark } from './mark-words.js';
import { ValueContext } from './value-context.js';
import type { NoState } from './value-fields.js';
import { scan } from './value-model.js';
import { pathText } from './value-paths.js';
import type { DeceptiveStrings } from './value-strings.js';

/** How many different things are told one by one. */
const limit = 12;
const nothing: readonly DeceptiveValue[] = [];

/** Props of `DeceptiveNotice`. */
export interface DeceptiveNoticeProps extends PartProps<'div', NoState> {
  /** What to look through, such as a call's title and input. Left out: the value of the `Value.Root` around. */
  readonly value?: JSONValue | undefined;
}

/**
 * Says in words all that does not look like what it is in a call. Renders nothing when there is nothing to say.
 *
 * @example <DeceptiveNotice value={{ title: call.title, input: call.input }} />
 */
export const DeceptiveNotice: ForwardRefExoticComponent<DeceptiveNoticeProps & RefAttributes<HTMLDivElement>> =
  forwardRef(function DeceptiveNotice({ value, ...props }: DeceptiveNoticeProps, ref) {
    const strings = useStrings().deceptive;
    const root = useContext(ValueContext);
    const id = useId();
    const found = useMemo(
      () => (value === undefined ? (root?.model.found ?? nothing) : findDeceptiveValues(value, scan)),
      [value, root?.model.found],
    );
    const told = useMemo(() => tell(found, strings), [found, strings]);
    if (told.length === 0) return null;
    const children = (
      <>
        <strong id={id}>{strings.title}</strong>
        <ul>
          {told.slice(0, limit).map(({ place, words }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: long places are shortened, and may then read the same
            <li key={at}>
              {place === '' ? null : <b data-slot="notice-place">{place}</b>} {words}
            </li>
          ))}
          {told.length > limit ? <li>{strings.more(told.length - limit)}</li> : null}
        </ul>
      </>
    );
    const own = { role: 'note', 'aria-labelledby': id };
    return renderPart('div', { children, ...props }, { slot: 'deceptive-notice', state: {}, own, ref });
  });

/** One sentence for each place and kind of mark; the same said twice is said once, with a count. */
function tell(
  found: readonly DeceptiveValue[],
  strings: DeceptiveStrings,
): readonly Record<'place' | 'words', string>[] {
  return found.flatMap(({ path, in: where, marks }) => {
    const place = where === 'key' ? strings.inName(pathText(path)) : pathText(path);
    const counts = new Map<string, number>();
    for (const mark of marks) {
      const words = explainMark(mark, strings);
      counts.set(words, (counts.get(words) ?? 0) + 1);
    }
    return [...counts].map(([words, count]) => ({ place, words: count === 1 ? words : strings.times(words, count) }));
  });
}
