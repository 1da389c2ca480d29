import type { UIMessage } from 'ai';
import { createRunServer, memoryRunStore } from 'countersign/server';
import type { Page } from 'playwright';
import { filesAgent, serveFetch } from '../../server/runs/run-server.js';
import {
  approvalRequest,
  openResponse,
  textStep,
  toolInput,
  toolOutput,
  wholeResponse,
} from '../../support/ui-chunks.js';

// Replaces the servers that a block names.

const call = toolInput('c1', 'delete_file', { path: 'old.txt' });

/** Requests the deletion of a file, and finishes after its approval. */
function answerTo(messages: readonly UIMessage[]): readonly object[] {
  const isAnswered = messages.some(({ parts }) =>
    parts.some((part) => 'state' in part && part.state === 'approval-responded'),
  );
  return isAnswered
    ? wholeResponse(toolOutput('c1', 'File old.txt deleted'), textStep('That is done.'))
    : openResponse(call, approvalRequest('c1'));
}

/** Answers requests of a page to `/api/chat`. */
export async function serveRemoteAgent(page: Page): Promise<void> {
  await page.route('**/api/chat', async (route) => {
    const { messages }: { messages: readonly UIMessage[] } = route.request().postDataJSON();
    const events = answerTo(messages).map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`);
    await route.fulfill({ contentType: 'text/event-stream', body: [...events, 'data: [DONE]\n\n'].join('') });
  });
}

/** A run server for the blocks, with a pending call for every user. */
export async function startAgents(): Promise<{ readonly origin: string; readonly close: () => void }> {
  const { agent } = filesAgent(
    Array.from({ length: 1000 }, () => ({ prompt }) => {
      const isDone = prompt.at(-1)?.role === 'tool';
      return isDone ? 'That is done.' : { calls: [{ toolName: 'delete_file', input: { path: 'old.txt' } }] };
    }),
  );
  const agents = { files: agent, payments: agent };
  const store = memoryRunStore({ agents });
  const ada = { id: 'ada', name: 'Ada' };
  const server = createRunServer({ agents, store, identify: () => ada, authorize: () => true, base: '/agents' });
  const input = 'Delete what is old';
  const bob = { id: 'bob', name: 'Bob' };
  await store.start({
    runId: 'r',
    agent: 'files',
    conversationId: 'c',
    input,
    messages: [],
    startedBy: bob,
    startedAt: 0,
  });
  return await serveFetch(server);
}
