import { StringsProvider } from 'countersign/components';
import { arabicStrings } from 'countersign/languages/ar';
import type { ReactElement, ReactNode } from 'react';

/** With `?language=ar`, the kit is in Arabic, for automated tests. The page itself stays English. */
const isArabic = new URLSearchParams(location.search).get('language') === 'ar';

/** The direction of the kit's panels. */
export const kitLanguage: { readonly lang: string; readonly dir: 'rtl' | 'ltr' } = isArabic
  ? { lang: 'ar', dir: 'rtl' }
  : { lang: 'en', dir: 'ltr' };

/** Provides the words of the kit. */
export function LanguageOfKit({ children }: { readonly children: ReactNode }): ReactElement {
  if (!isArabic) return <>{children}</>;
  return (
    <StringsProvider strings={arabicStrings} locale="ar">
      {children}
    </StringsProvider>
  );
}
