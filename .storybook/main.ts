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
  // TypeScript 7 has no JavaScript API, which react-docgen-typescript would need.
  typescript: { reactDocgen: 'react-docgen', check: false },
};

export default config;
