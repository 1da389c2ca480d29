import react from '@vitejs/plugin-react';
import { defineConfig, type UserConfig } from 'vite';
import { alias } from '../scripts/entries.mjs';
import { splitStyles } from '../scripts/split-styles.mjs';
import { propTables } from './prop-tables-plugin.js';
import { storyCodes } from './story-code-plugin.js';

/** The Vite configuration of Storybook. With a relative base, the static build works from any path. */
const config: UserConfig = defineConfig({
  base: './',
  // Tests of stories need neither plugin.
  plugins: [process.env.VITEST === undefined ? [propTables(), storyCodes()] : [], react()],
  css: { postcss: { plugins: [splitStyles()] } },
  resolve: { alias },
  build: { target: 'es2022' },
});

export default config;
