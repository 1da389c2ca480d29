'use client';
import { meterStrings } from '../../words/english/tools.js';
import { type Part, part } from '../part/part.js';
import { useWithin } from '../part/use-within.js';
import { useFormat, useWords } from '../strings-provider.js';
import { MeterContext } from './meter-root.js';

/** The window as a bar. Rendered only if its size is known. */
export const MeterBar: Part<'meter'> = part('Meter.Bar', 'meter', (props, render) => {
  const { tokens, window } = useWithin(MeterContext, 'Meter.Bar');
  const strings = useWords(meterStrings);
  const format = useFormat();
  if (window === undefined) return null;
  return render(props, {
    'data-cs': 'meter-bar',
    'aria-label': strings.context,
    'aria-valuetext': strings.used(format.number(tokens), format.number(window)),
    min: 0,
    max: window,
    value: Math.min(tokens, window),
  });
});

/** The number of tokens in the conversation and in the window, with a warning when little room is left. */
export const MeterTokens: Part<'span'> = part('Meter.Tokens', 'span', (props, render) => {
  const { tokens, window, level } = useWithin(MeterContext, 'Meter.Tokens');
  const strings = useWords(meterStrings);
  const format = useFormat();
  const children = (
    <>
      <bdi>{strings.used(format.number(tokens), window === undefined ? undefined : format.number(window))}</bdi>
      {level === 'low' ? null : <strong data-cs="meter-level">{strings.level[level]}</strong>}
    </>
  );
  return render(props, { 'data-cs': 'meter-tokens', children });
});

/** The total cost, by the app's own `price`. Rendered only if that returns a string. */
export const MeterCost: Part<'span'> = part('Meter.Cost', 'span', (props, render) => {
  const { price, total } = useWithin(MeterContext, 'Meter.Cost');
  const strings = useWords(meterStrings);
  const cost = price?.(total);
  if (cost === undefined) return null;
  const children = (
    <>
      {strings.cost} <bdi>{cost}</bdi>
    </>
  );
  return render(props, { 'data-cs': 'meter-cost', children });
});
