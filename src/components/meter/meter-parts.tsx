'use client';
import { type ForwardRefExoticComponent, forwardRef, type ReactElement, type RefAttributes } from 'react';
import { type NoState, type PartProps, renderPart } from '../part/part.js';
import { useFormat, useWords } from '../strings-provider.js';
import { useMeter } from './meter-root.js';
import { meterStrings } from './meter-strings.js';

/** The window as a bar. Rendered only where its size is known. */
export const MeterBar: ForwardRefExoticComponent<MeterBar.Props & RefAttributes<HTMLMeterElement>> = forwardRef(
  function MeterBar(props: MeterBar.Props, ref): ReactElement | null {
    const { tokens, window } = useMeter('Bar');
    const strings = useWords(meterStrings);
    const format = useFormat();
    if (window === undefined) return null;
    const own = {
      'aria-label': strings.context,
      'aria-valuetext': strings.used(format.number(tokens), format.number(window)),
      min: 0,
      max: window,
      value: Math.min(tokens, window),
    };
    return renderPart<'meter', NoState>('meter', props, { slot: 'meter-bar', state: {}, own, ref });
  },
);

export declare namespace MeterBar {
  type Props = PartProps<'meter', NoState>;
}

/** How many tokens the conversation holds, of how many; and when little room is left. */
export const MeterTokens: ForwardRefExoticComponent<MeterTokens.Props & RefAttributes<HTMLSpanElement>> = forwardRef(
  function MeterTokens({ children, ...props }: MeterTokens.Props, ref): ReactElement {
    const { tokens, window, level } = useMeter('Tokens');
    const strings = useWords(meterStrings);
    const format = useFormat();
    const words = strings.used(format.number(tokens), window === undefined ? undefined : format.number(window));
    const within = children ?? (
      <>
        <bdi>{words}</bdi>
        {level === 'low' ? null : <strong data-cs="meter-level">{strings.level[level]}</strong>}
      </>
    );
    return renderPart<'span', NoState>(
      'span',
      { ...props, children: within },
      { slot: 'meter-tokens', state: {}, ref },
    );
  },
);

export declare namespace MeterTokens {
  type Props = PartProps<'span', NoState>;
}

/** What all of it cost, by the app's own `price`. Rendered only where that says something. */
export const MeterCost: ForwardRefExoticComponent<MeterCost.Props & RefAttributes<HTMLSpanElement>> = forwardRef(
  function MeterCost({ children, ...props }: MeterCost.Props, ref): ReactElement | null {
    const { price, total } = useMeter('Cost');
    const strings = useWords(meterStrings);
    const cost = price?.(total);
    if (cost === undefined) return null;
    const within = children ?? (
      <>
        {strings.cost} <bdi>{cost}</bdi>
      </>
    );
    return renderPart<'span', NoState>('span', { ...props, children: within }, { slot: 'meter-cost', state: {}, ref });
  },
);

export declare namespace MeterCost {
  type Props = PartProps<'span', NoState>;
}
