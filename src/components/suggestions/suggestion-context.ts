'use client';
import { type PartContext, partContext } from '../part/use-within.js';

/** The values that a suggestion needs. */
interface SuggestionControl {
  readonly onPick: (text: string) => void;
}

/** The suggestions around. */
export const SuggestionContext: PartContext<SuggestionControl> = partContext(
  'Suggestion.Root run={…}',
  'there is no conversation to say it in',
);
