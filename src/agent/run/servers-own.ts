import type { ProviderMetadata } from 'ai';
import { isRecord } from '../../protocol/base/record.js';

/**
 * Whether a server runs a call by itself, once it goes on: nobody is asked about it, and nobody knows yet how it ends.
 * What says so stands with the call in the history, where its wire put it.
 */
export function isServersOwn({ providerOptions }: { readonly providerOptions?: ProviderMetadata }): boolean {
  const approval: unknown = providerOptions?.countersign?.approval;
  const terms: unknown = isRecord(approval) ? approval.terms : undefined;
  return isRecord(terms) && terms.wants === 'nothing';
}
