import { create, type ThemeVars } from 'storybook/theming';

/** `true` if the system asks for dark pages. */
export const isDark: boolean = matchMedia('(prefers-color-scheme: dark)').matches;

/** The theme of Storybook itself, with system fonts like the components. */
export const theme: ThemeVars = create({
  base: isDark ? 'dark' : 'light',
  brandTitle: 'Countersign',
  brandTarget: '_self',
  fontBase: 'system-ui, -apple-system, "Segoe UI", Inter, "DejaVu Sans", sans-serif',
  fontCode: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace',
});
