'use client';
import { type Context, createContext } from 'react';
import { useWithin } from '../part/use-within.js';

/** What a suggestion needs from what is around it. */
export interface SuggestionControl {
  readonly onPick: (text: string) => void;
}

/** The suggestions around. */
export const SuggestionContext: Context<SuggestionControl | null> = createContext<SuggestionControl | null>(null);

/**
 * The suggestions around.
 *
 * @throws UserError when there are none.
 */
export function useSuggestions(part: string): SuggestionControl {
  return useWithin(SuggestionContext, {
    part: `Suggestion.${part}`,
    inside: 'Suggestion.Root run={…}',
    so: 'there is no conversation to say it in',
  });
}
