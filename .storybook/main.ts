import type { StorybookConfig } from '@storybook/react-vite';

const config: StorybookConfig = {
  framework: {
    name: '@storybook/react-vite',
    options: { builder: { viteConfigPath: '.storybook/vite.config.ts' }, strictMode: true },
  },
  stories: ['../stories/**/*.mdx', '../stories/**/*.stories.tsx'],
  addons: ['@storybook/addon-docs', '@storybook/addon-a11y', '@storybook/addon-vitest'],
  features: { sidebarOnboardingChecklist: false },
  // Nothing leaves this machine.
  core: { disableTelemetry: true, disableWhatsNewNotifications: true, enableCrashReports: false },
  // The tables of props are made by `prop-tables.ts`, which knows inherited props and parts, too.
  typescript: { reactDocgen: false, check: false },
};

export default config;
