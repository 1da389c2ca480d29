import { type StringOverrides, StringsProvider } from 'countersign/components';
import { arabicStrings } from 'countersign/languages/ar';
import { germanStrings } from 'countersign/languages/de';
import type { ReactElement, ReactNode } from 'react';

interface KitLanguage {
  readonly lang: string;
  readonly dir: 'rtl' | 'ltr';
  readonly strings: StringOverrides;
}

/** With `?language=ar` or `?language=de`, the kit is in Arabic or German. The page itself stays English. */
const languages: Readonly<Record<string, KitLanguage>> = {
  ar: { lang: 'ar', dir: 'rtl', strings: arabicStrings },
  de: { lang: 'de', dir: 'ltr', strings: germanStrings },
};

const chosen = languages[new URLSearchParams(location.search).get('language') ?? ''];

/** The direction of the kit's panels. */
export const kitLanguage: Pick<KitLanguage, 'lang' | 'dir'> = chosen ?? { lang: 'en', dir: 'ltr' };

/** Provides the words of the kit. */
export function LanguageOfKit({ children }: { readonly children: ReactNode }): ReactElement {
  if (chosen === undefined) return <>{children}</>;
  return (
    <StringsProvider strings={chosen.strings} locale={chosen.lang}>
      {children}
    </StringsProvider>
  );
}
