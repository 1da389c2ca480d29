import { useContext, useMemo } from 'react';
import { type CountersignStrings, defaultStrings } from '../words/strings.js';
import { StringsContext } from './strings-provider.js';
import { withVisibleArguments } from './visible-arguments.js';

/**
 * Returns the current strings, of every family, for components of your own.
 *
 * @example const { approve } = useStrings().approval;
 */
export function useStrings(): CountersignStrings {
  const overrides = useContext(StringsContext);
  return useMemo(() => {
    const groups = Object.keys(defaultStrings) as (keyof CountersignStrings)[];
    const merged = groups.map(
      (group) => [group, withVisibleArguments({ ...defaultStrings[group], ...overrides[group] })] as const,
    );
    return Object.fromEntries(merged) as unknown as CountersignStrings; // the same groups, with the same members
  }, [overrides]);
}
