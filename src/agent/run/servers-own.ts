import type { ProviderMetadata } from 'ai';
import { isRecord } from '../../protocol/base/record.js';

/**
 * Returns `true` for a call that a server runs by itself when it continues: nobody is asked about it, and its end is
 * not known yet. Its wire has marked it in the history.
 */
export function isServersOwn({ providerOptions }: { readonly providerOptions?: ProviderMetadata }): boolean {
  const approval: unknown = providerOptions?.countersign?.approval;
  const terms: unknown = isRecord(approval) ? approval.terms : undefined;
  return isRecord(terms) && terms.wants === 'nothing';
}
