import type { StringTable } from '../../protocol/base/string-table.js';
/** How full the model's window is, and what it cost. Numbers come as the reader's locale writes them. */
export interface MeterStrings {
  /** The name of the meter. */
  readonly context: string;
  readonly used: (tokens: string, window: string | undefined) => string;
  /** Stands beside it when little room is left. */
  readonly level: Readonly<Record<'high' | 'full', string>>;
  /** The name of the price. */
  readonly cost: string;
}

const englishMeter: MeterStrings = {
  context: 'Context',
  used: (tokens, window) => (window === undefined ? `${tokens} tokens` : `${tokens} of ${window} tokens`),
  level: { high: 'Nearly full', full: 'Full' },
  cost: 'Cost',
};

/** The English words of this family. */
export const meterStrings: StringTable<'meter', MeterStrings> = { group: 'meter', english: englishMeter };
