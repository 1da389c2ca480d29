import react from '@vitejs/plugin-react';
import { defineConfig, type UserConfig } from 'vite';
import { alias } from '../scripts/entries.mjs';

/** What Storybook serves and builds. A relative base lets the static build run from any path. */
const config: UserConfig = defineConfig({
  base: './',
  plugins: [react()],
  resolve: { alias },
  build: { target: 'es2022' },
});

export default config;
