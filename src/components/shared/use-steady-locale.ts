'use client';
import { useHydrated } from '../part/use-hydrated.js';
import { useFormat } from '../strings-provider.js';

/** The reader's locale. While markup of a server is taken over, that of the provider or English: the server knows no other. */
export function useSteadyLocale(): string | undefined {
  const { locale } = useFormat();
  return useHydrated() ? locale : (locale ?? 'en');
}
