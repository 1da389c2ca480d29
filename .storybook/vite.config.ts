import react from '@vitejs/plugin-react';
import { defineConfig, type UserConfig } from 'vite';
import { alias } from '../scripts/entries.mjs';
import { splitStyles } from '../scripts/split-styles.mjs';

/** What Storybook serves and builds. A relative base lets the static build run from any path. */
const config: UserConfig = defineConfig({
  base: './',
  plugins: [react()],
  css: { postcss: { plugins: [splitStyles()] } },
  resolve: { alias },
  build: { target: 'es2022' },
});

export default config;
