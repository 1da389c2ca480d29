import { createAgent } from 'countersign/core';
import { loadEagerly } from 'countersign/eager';
import { z } from 'zod';
import { scriptedModel } from '../../../src/testing/scripted-model.js';

// An agent in a service worker, which can load no code while it runs.

if (new URL(location.href).searchParams.get('code') === 'eager') loadEagerly();

addEventListener('message', ({ ports: [port] }: MessageEvent) => {
  const model = scriptedModel([JSON.stringify({ answer: 42 })]);
  const { outcome } = createAgent({ model, output: z.object({ answer: z.number() }) }).run('Compute');
  void outcome.then((ended) =>
    port?.postMessage(
      ended.type === 'failed' ? ended.error.code : ended.type === 'completed' ? ended.output : ended.type,
    ),
  );
});
