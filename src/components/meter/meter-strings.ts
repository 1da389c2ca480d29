const englishMeter = {
  /** The name of the meter. */
  context: 'Context',
  used: (tokens: string, window: string | undefined) =>
    window === undefined ? `${tokens} tokens` : `${tokens} of ${window} tokens`,
  /** Stands beside it when little room is left. */
  level: { high: 'Nearly full', full: 'Full' } satisfies Readonly<Record<'high' | 'full', string>>,
  /** The name of the price. */
  cost: 'Cost',
};

/** The English words of this family. */
export const meterStrings = { group: 'meter' as const, english: englishMeter };
