'use client';
import { useHydrated } from '../part/use-hydrated.js';
import { useFormat } from '../strings-provider.js';

/** Returns the reader's locale. During hydration, that of the provider or English, since the server knows no other. */
export function useSteadyLocale(): string | undefined {
  const { locale } = useFormat();
  return useHydrated() ? locale : (locale ?? 'en');
}
