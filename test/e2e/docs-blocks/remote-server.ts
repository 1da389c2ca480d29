import type { UIMessage } from 'ai';
import type { Page } from 'playwright';
import { asks, calls, gives, says, waits, whole } from '../../support/ui-chunks.js';

// Stands in for the server of a remote agent that a block names.

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
