import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [react()],
  build: {
    modulePreload: false, // its code needs a document, which a service worker lacks
    rolldownOptions: {
      input: { panel: 'panel.html', background: 'src/background.ts' },
      output: { entryFileNames: '[name].js' },
    },
  },
});
