// npm run demo:server: serves the demo's agent, with the built-in model, to the demo in the browser.
import { fileURLToPath } from 'node:url';
import { setup } from './setup.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

async function serve() {
  const { createServer } = await import('vite');
  const vite = await createServer({
    configFile: `${root}vite.config.ts`,
    logLevel: 'warn',
    appType: 'custom',
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  });
  const { serveDemo } = await vite.ssrLoadModule(`${root}demo/server/serve.ts`);
  const origins = (process.env.ORIGINS ?? 'http://localhost:5173').split(',');
  const { url } = await serveDemo({ port: Number(process.env.PORT) || 4000, origins });
  console.log(`\n  Countersign's agent: ${url}`);
  console.log(`  For pages of ${origins.join(', ')}: npm start, then "Connect a model", "Countersign server".`);
  console.log('  Press Ctrl+C to stop.\n');
}

try {
  await setup();
  await serve();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
