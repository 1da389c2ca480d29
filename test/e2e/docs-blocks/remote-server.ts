import type { UIMessage } from 'ai';
import type { Page } from 'playwright';
import { createInboxServer } from '../../../stories/inbox/inbox-server.js';
import { asks, calls, gives, says, waits, whole } from '../../support/ui-chunks.js';

// Stands in for the servers that a block names.

const call = calls('c1', 'delete_file', { path: 'old.txt' });

/** It wants to delete a file, and has done once it may. */
function answerTo(messages: readonly UIMessage[]): readonly object[] {
  const isAnswered = messages.some(({ parts }) =>
    parts.some((part) => 'state' in part && part.state === 'approval-responded'),
  );
  return isAnswered ? whole(gives('c1', 'File old.txt deleted'), says('That is done.')) : waits(call, asks('c1'));
}

/** Answers what a page posts to `/api/chat`. */
export async function serveRemoteAgent(page: Page): Promise<void> {
  await page.route('**/api/chat', async (route) => {
    const { messages }: { messages: readonly UIMessage[] } = route.request().postDataJSON();
    const events = answerTo(messages).map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`);
    await route.fulfill({ contentType: 'text/event-stream', body: [...events, 'data: [DONE]\n\n'].join('') });
  });
}

/** What waits for Ada, and what she says to it, on a run server of the page's own. */
export async function serveInbox(page: Page): Promise<void> {
  const server = createInboxServer();
  await server.start('eve', 'Delete what is old');
  await page.route(/\/agents\/(?:waiting|batches\/|runs\?)/, async (route) => {
    const request = route.request();
    const url = `https://agents.example${new URL(request.url()).pathname}${new URL(request.url()).search}`;
    const { origin: _, ...headers } = await request.allHeaders(); // this server is of the page's own
    const [method, body] = [request.method(), request.postData()];
    const answer = await server.as('ada')(url, { method, headers, ...(body === null ? {} : { body }) });
    const text = await answer.text();
    await route.fulfill({ status: answer.status, headers: Object.fromEntries(answer.headers), body: text });
  });
}
