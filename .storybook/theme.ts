import { create, type ThemeVars } from 'storybook/theming';

const scheme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';

/** The theme of Storybook itself, with system fonts like the components. */
export const theme: ThemeVars = create({
  base: scheme,
  brandTitle: 'Countersign',
  brandTarget: '_self',
  fontBase: 'system-ui, -apple-system, "Segoe UI", Inter, "DejaVu Sans", sans-serif',
  fontCode: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace',
});
