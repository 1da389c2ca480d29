import { createAgent, type RunOutcome } from 'countersign/core';
import { indexedDbStorage } from 'countersign/persistence';
import { z } from 'zod';
import { scriptedModel } from '../../../src/testing/scripted-model.js';

// An agent in a service worker, where `import()` is refused.

const { searchParams } = new URL(location.href);
const isKept = searchParams.has('kept');

const journal = indexedDbStorage().journal('r1');
const model = scriptedModel([JSON.stringify({ answer: 42 })]);
const agent = createAgent({ model, output: z.object({ answer: z.number() }) });

async function resultOf(outcome: RunOutcome<{ readonly answer: number }>): Promise<unknown> {
  // The reason of a failed journal write.
  if (outcome.type === 'failed') return isKept ? outcome.error.cause : outcome.error;
  if (outcome.type !== 'completed') return outcome.type;
  return isKept ? { ...outcome.output, kept: (await journal.steps()).length > 0 } : outcome.output;
}

/** Runs the agent for each message. */
export function answerMessages(): void {
  addEventListener('message', ({ ports: [port] }: MessageEvent) => {
    const { outcome } = agent.run('Compute', isKept ? { runId: 'r1', journal } : {});
    void outcome.then(resultOf).then((words) => port?.postMessage(JSON.parse(JSON.stringify(words))));
  });
}
