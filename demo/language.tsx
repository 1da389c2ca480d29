import { StringsProvider } from 'countersign/components';
import { arabicStrings } from 'countersign/languages/ar';
import type { ReactElement, ReactNode } from 'react';

/** `?language=ar` is for those who drive this page: the kit speaks Arabic then. The page's own words stay English. */
const isArabic = new URLSearchParams(location.search).get('language') === 'ar';

/** How the panels of the kit are written. */
export const kitLanguage: { readonly lang: string; readonly dir: 'rtl' | 'ltr' } = isArabic
  ? { lang: 'ar', dir: 'rtl' }
  : { lang: 'en', dir: 'ltr' };

/** Gives the kit its words. */
export function LanguageOfKit({ children }: { readonly children: ReactNode }): ReactElement {
  if (!isArabic) return <>{children}</>;
  return (
    <StringsProvider strings={arabicStrings} locale="ar">
      {children}
    </StringsProvider>
  );
}
