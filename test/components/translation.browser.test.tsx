import { cleanup, render } from '@testing-library/react';
import type { UIMessage } from 'ai';
import type { ReactElement } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { AgentChat, ApprovalCard, ApprovalQueue, DecisionTray, EventFeed } from '../../src/components/index.js';
import { withRecord } from '../../src/conversation/messages/call-record.js';
import { Markdown } from '../../src/markdown/index.js';
import type { RunEvent } from '../../src/protocol/run-event.js';
import { approval, batch, external, fakeRun } from './support.js';

afterEach(cleanup);

const call = {
  title: 'Delete VERBATIM.md',
  toolName: 'VERBATIM_tool',
  input: {
    VERBATIM_key: 'VERBATIM text',
    path: 'docs/VERBATIM.md',
    command: 'rm VERBATIM',
    url: 'https://verbatim.test/VERBATIM',
    n: [7, true],
  },
} as const;
const items = [approval('a', call), external('b', call)] as const;
const part = {
  type: 'dynamic-tool',
  toolName: call.toolName,
  toolCallId: 'p',
  state: 'output-available',
  input: call.input,
  output: { VERBATIM_result: 'VERBATIM' },
  ...withRecord({ phase: 'returned', title: 'Deleted' }),
};
const messages = [{ id: 'm', role: 'assistant', parts: [part] }] as unknown as readonly UIMessage[]; // as a run makes them
const events = [
  { runId: 'r', agentPath: ['a'], at: 0, seq: 0, type: 'run-start' },
  {
    runId: 'r',
    agentPath: ['a'],
    at: 0,
    seq: 1,
    type: 'tool-call',
    toolCallId: 'c',
    toolName: call.toolName,
    input: call.input,
  },
] as unknown as readonly RunEvent[]; // as a run emits them
const run = fakeRun({ messages, pending: [batch(items)], status: 'waiting', events });

const views: readonly (readonly [string, ReactElement])[] = [
  ['AgentChat', <AgentChat key="v" run={run} title="Chat" />],
  ['ApprovalQueue', <ApprovalQueue key="v" run={run} />],
  ['ApprovalCard', <ApprovalCard key="v" run={run} item={items[0]} batch={batch([items[0]])} />],
  ['DecisionTray', <DecisionTray key="v" sources={[run]} />],
  ['EventFeed', <EventFeed key="v" run={run} />],
  ['Markdown', <Markdown key="v" text={'Run `VERBATIM`:\n\n```sh\nrm VERBATIM\n```\n'} />],
];

/**
 * Text as the model wrote it. Names made of it, such as “Verbatim tool”, and sentences read aloud may be translated.
 */
const quoted = /VERBATIM|verbatim\.test/;

/** Quoted text that a browser's translation would change. */
function translated(container: Element): readonly string[] {
  const found: string[] = [];
  const texts = document.createTreeWalker(container, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode())
    if (quoted.test(node.nodeValue ?? '') && node.parentElement?.closest('[translate="no"], [aria-live]') === null)
      found.push(`${node.parentElement?.outerHTML}`);
  return found;
}

describe('A page that the browser translates', () => {
  it.each(views)('C347 does not translate executed or quoted text: %s', async (_, view) => {
    const { container } = render(view);
    for (const details of container.querySelectorAll('details')) details.open = true;
    await expect
      .poll(
        () =>
          /verbatim/i.test(container.textContent ?? '') && container.querySelector('[data-cs="unchecked"]') === null,
      )
      .toBe(true);

    expect(translated(container)).toEqual([]);
  });
});
