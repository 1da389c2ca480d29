// npm start: sets up when needed, serves the demo and prints its URL.
import { fileURLToPath } from 'node:url';
import { setup } from './setup.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

async function serve() {
  const { createServer } = await import('vite');
  const port = Number(process.env.PORT) || 5173;
  const server = await createServer({ configFile: `${root}vite.config.ts`, logLevel: 'warn', server: { port } });
  await server.listen();
  const url = server.resolvedUrls?.local[0];
  console.log(`\n  Countersign demo: ${url}\n  Press Ctrl+C to stop.\n`);
}

try {
  await setup();
  await serve();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
