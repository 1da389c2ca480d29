'use client';
import { type Context, createContext, type ReactElement, type ReactNode, useContext, useMemo } from 'react';
import { defaultStrings } from './default-strings.js';
import type { CountersignStrings, StringOverrides } from './strings.js';

const StringsContext: Context<CountersignStrings> = createContext(defaultStrings);

/** Props of {@link StringsProvider}. */
export interface StringsProviderProps {
  /** The strings to replace. Keep the object outside the component, so that nothing renders without need. */
  readonly strings: StringOverrides;
  /** What shows them. */
  readonly children?: ReactNode;
}

/**
 * Replaces words of the components inside: another language, another tone.
 *
 * @example <StringsProvider strings={{ approval: { approve: 'Genehmigen' } }}><AgentChat run={run} /></StringsProvider>
 */
export function StringsProvider({ strings, children }: StringsProviderProps): ReactElement {
  const outer = useContext(StringsContext);
  const merged = useMemo(() => mergeStrings(outer, strings), [outer, strings]);
  return <StringsContext.Provider value={merged}>{children}</StringsContext.Provider>;
}

/** The words in force here. */
export function useStrings(): CountersignStrings {
  return useContext(StringsContext);
}

function mergeStrings(base: CountersignStrings, over: StringOverrides): CountersignStrings {
  return {
    chat: { ...base.chat, ...over.chat },
    approval: { ...base.approval, ...over.approval },
    value: { ...base.value, ...over.value },
    outlet: { ...base.outlet, ...over.outlet },
    feed: { ...base.feed, ...over.feed },
  };
}
