import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [reactRouter()],
  // Vite would find these with the first request, and load the page again.
  optimizeDeps: { include: ['countersign', 'countersign/components', 'countersign/testing', 'zod'] },
});
