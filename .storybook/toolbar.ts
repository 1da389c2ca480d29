import type { StringOverrides } from 'countersign/components';
import { arabicStrings } from 'countersign/languages/ar';
import { germanStrings } from 'countersign/languages/de';

interface Language {
  readonly title: string;
  readonly strings: StringOverrides;
  /** The direction of the language, regardless of the toolbar. */
  readonly direction?: 'rtl';
}

/** The words of each language. */
export const languages: Readonly<Record<string, Language>> = {
  en: { title: 'English', strings: {} },
  ar: { title: 'العربية', strings: arabicStrings, direction: 'rtl' },
  de: { title: 'Deutsch', strings: germanStrings },
};

interface ToolbarItem {
  readonly value: string;
  readonly title: string;
}

const choice = (title: string, icon: string, items: readonly ToolbarItem[]) => ({
  description: title,
  toolbar: { title, icon, items: [...items], dynamicTitle: true },
});

/** The controls of the toolbar. A story can set them as `globals`. */
export const globalTypes = {
  theme: choice('Theme', 'contrast', [
    { value: 'light', title: 'Light' },
    { value: 'dark', title: 'Dark' },
  ]),
  direction: choice('Direction', 'transfer', [
    { value: 'ltr', title: 'Left to right' },
    { value: 'rtl', title: 'Right to left' },
  ]),
  language: choice(
    'Language',
    'globe',
    Object.entries(languages).map(([value, { title }]) => ({ value, title })),
  ),
  density: choice('Density', 'component', [
    { value: 'comfortable', title: 'Comfortable' },
    { value: 'compact', title: 'Compact' },
  ]),
  motion: choice('Motion', 'lightning', [
    { value: 'full', title: 'Full motion' },
    { value: 'reduced', title: 'Reduced motion' },
  ]),
};

/** The initial values. Width is Storybook's viewport; empty means the full width. */
export const initialGlobals = {
  theme: 'light',
  direction: 'ltr',
  language: 'en',
  density: 'comfortable',
  motion: 'full',
};

/** The widths of the viewport tool. */
export const viewports = {
  narrow: { name: 'Narrow, 320 px', styles: { width: '320px', height: '800px' } },
  wide: { name: 'Wide, 1200 px', styles: { width: '1200px', height: '900px' } },
};
