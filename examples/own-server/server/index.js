import { parseArgs } from 'node:util';
import { serve } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { chat } from './chat.js';

const { values } = parseArgs({ options: { port: { type: 'string', default: '5173' } } });

const app = new Hono();
app.on(['GET', 'POST'], '/api/chat/*', ({ req }) => chat(req.raw));
app.use('*', serveStatic({ root: './dist' }));

serve({ fetch: app.fetch, port: Number(values.port), hostname: '127.0.0.1' }, ({ port }) =>
  console.log(`http://localhost:${port}/`),
);
