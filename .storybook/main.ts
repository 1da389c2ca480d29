import type { StorybookConfig } from '@storybook/react-vite';

const config: StorybookConfig = {
  framework: {
    name: '@storybook/react-vite',
    options: { builder: { viteConfigPath: '.storybook/vite.config.ts' }, strictMode: true },
  },
  stories: ['../stories/**/*.mdx', '../stories/**/*.stories.tsx'],
  addons: ['@storybook/addon-docs', '@storybook/addon-a11y', '@storybook/addon-vitest'],
  features: { sidebarOnboardingChecklist: false },
  // No telemetry.
  core: { disableTelemetry: true, disableWhatsNewNotifications: true, enableCrashReports: false },
  // `prop-tables.ts` makes the tables of props, with inherited props and parts.
  typescript: { reactDocgen: false, check: false },
};

export default config;
