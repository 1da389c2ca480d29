import { cleanup, render } from '@testing-library/react';
import type { UIMessage } from 'ai';
import type { ReactElement } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  AgentChat,
  Approval,
  ApprovalCard,
  ApprovalQueue,
  DecisionTray,
  EventFeed,
  StringsProvider,
  SuggestionList,
  Thread,
} from '../../src/components/index.js';
import { type CallRecord, type ToolPart, withRecord } from '../../src/conversation/messages/call-record.js';
import { Markdown } from '../../src/markdown/index.js';
import { toolDenied } from '../../src/protocol/make-answer.js';
import type { RunEvent } from '../../src/protocol/run-event.js';
import { disarmApprovals } from '../../src/testing/index.js';
import { approval, batch, external, fakeRun } from './support.js';

beforeEach(() => disarmApprovals());
afterEach(cleanup);

/**
 * All that turns text around or takes no room, in the middle of a text; the marker tells whether it was shown at all.
 */
const hostile = (name: string): string =>
  `${name}\u202Egpj.exe\u202C\u2066a\u2067b\u2069\u200Bc\u200Dd\u200Ee\u200Ff\u2060g\uFEFFh\u00ADi\u061Cj\u{E0041}k\u0007l`;
const raw = /(?![\t\n\r])\p{Cc}|[\u00AD\u061C\u200B-\u200F\u202A-\u202E\u2060-\u2067\uFEFF\u{E0000}-\u{E007F}]/u;

/** Attributes that are shown or read aloud. */
const shown = ['title', 'alt', 'placeholder', 'aria-label', 'aria-description', 'aria-valuetext', 'download', 'href'];

function findRaw(container: Element): readonly string[] {
  const found: string[] = [];
  const texts = document.createTreeWalker(container, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode())
    if (raw.test(node.nodeValue ?? '')) found.push(`${node.parentElement?.outerHTML}`);
  for (const element of container.querySelectorAll('*'))
    for (const name of shown)
      if (raw.test(element.getAttribute(name) ?? '')) found.push(`${name}=${element.getAttribute(name)}`);
  return found;
}

const call = {
  title: hostile('title'),
  summary: hostile('summary'),
  reason: hostile('reason'),
  facts: [hostile('fact')],
  capabilities: [hostile('vault.read:x')],
  toolName: hostile('tool'),
  input: { [hostile('key')]: hostile('value'), path: `/${hostile('path')}`, list: [hostile('item')] },
  effectiveInput: { [hostile('key')]: hostile('other') },
} as const;
const item = approval('a', call);
const items = [
  item,
  external('b', call),
  {
    ...approval('c', call),
    state: {
      status: 'decided',
      answer: toolDenied(hostile('no')),
      by: { type: 'person', name: hostile('Ada') },
      at: 0,
    },
  },
] as const;

function part(record: CallRecord, rest: object = {}): ToolPart {
  const own = {
    type: 'dynamic-tool',
    toolName: hostile('tool'),
    toolCallId: 'p',
    state: 'input-available',
    input: call.input,
  };
  return { ...own, ...withRecord(record), ...rest } as ToolPart; // of whatever state
}

const parts = [
  { type: 'text', text: hostile('text') },
  { type: 'reasoning', text: hostile('thought') },
  { type: 'file', mediaType: hostile('text/plain'), filename: hostile('name'), url: 'https://files.example/a' },
  { type: 'source-url', sourceId: 's', url: 'https://a.example/x', title: hostile('source') },
  { type: 'source-url', sourceId: 't', url: `https://b.example/${hostile('x')}` },
  { type: 'source-document', sourceId: 'u', mediaType: 'text/plain', title: hostile('document') },
  part({ phase: 'running', title: hostile('title'), progress: { text: hostile('progress'), fraction: 0.5 } }),
  part(
    { phase: 'failed', title: hostile('title'), message: hostile('message') },
    { toolCallId: 'q', state: 'output-error', errorText: hostile('error') },
  ),
  part(
    { phase: 'returned', title: hostile('title'), by: { type: 'person', name: hostile('Ada') } },
    { toolCallId: 'r', state: 'output-available', output: hostile('result') },
  ),
] as UIMessage['parts'];
const messages = [
  { id: 'm', role: 'assistant', parts },
  { id: 'n', role: 'user', parts: [{ type: 'text', text: hostile('question') }] },
] satisfies readonly UIMessage[];

const at = { runId: 'r', agentPath: ['a', hostile('agent')], at: 0 };
const events = [
  { ...at, seq: 0, type: 'run-start' },
  { ...at, seq: 1, type: 'step-start', step: 1 },
  { ...at, seq: 2, type: 'text-start', id: 't' },
  { ...at, seq: 2, type: 'text-delta', id: 't', delta: hostile('delta') },
  { ...at, seq: 3, type: 'tool-call', toolCallId: 'c', toolName: hostile('tool'), input: call.input },
  {
    ...at,
    seq: 4,
    type: 'tool-start',
    toolCallId: 'c',
    toolName: hostile('tool'),
    title: hostile('title'),
    input: call.input,
    edited: false,
  },
  { ...at, seq: 5, type: 'tool-progress', toolCallId: 'c', toolName: hostile('tool'), value: hostile('progress') },
  { ...at, seq: 6, type: 'warning', code: 'x', message: hostile('warning') },
  { ...at, seq: 7, type: 'data', name: hostile('data'), value: 1 },
  { ...at, seq: 8, type: 'run-end', outcome: 'failed', error: { name: 'E', code: 'e', message: hostile('end') } },
] as unknown as readonly RunEvent[]; // as a server would send them

const run = fakeRun({ messages, pending: [batch(items)], status: 'waiting', events });
const views: readonly (readonly [string, ReactElement])[] = [
  ['AgentChat', <AgentChat key="v" run={run} title="Chat" />],
  ['Thread', <Thread key="v" run={run} />],
  ['ApprovalQueue', <ApprovalQueue key="v" run={run} />],
  ['ApprovalCard', <ApprovalCard key="v" run={run} item={item} batch={batch([item])} />],
  ['DecisionTray', <DecisionTray key="v" sources={[run]} />],
  ['EventFeed', <EventFeed key="v" run={run} />],
  ['SuggestionList', <SuggestionList key="v" suggestions={[hostile('idea')]} run={fakeRun()} />],
  [
    'Markdown',
    <Markdown
      key="v"
      text={`# ${hostile('head')}\n\n${hostile('text')} \`${hostile('code')}\` [${hostile('link')}](https://a.example) ![${hostile('alt')}](https://a.example/b.png)\n\n    ${hostile('block')}\n\n<b>${hostile('html')}</b>`}
    />,
  ],
  [
    'a record',
    <Approval.Root key="v" part={parts[8] as ToolPart}>
      <Approval.Record />
    </Approval.Root>,
  ],
];

describe('Text that turns around or hides', () => {
  it.each(views)('C333 is never shown unchanged: %s', async (_, view) => {
    const { container } = render(<StringsProvider locale="en">{view}</StringsProvider>);
    for (const details of container.querySelectorAll('details')) details.open = true;
    await expect
      .poll(
        () =>
          /gpj\.exe/.test(container.textContent ?? '') &&
          container.querySelector('[aria-busy="true"][data-cs="unchecked"]') === null,
      )
      .toBe(true);

    expect(findRaw(document.body)).toEqual([]);
  });

  it('C333 does not touch honest text of any script', () => {
    const honest = ['می‌خواهم', 'क्‍ष', '👩‍👩‍👧 ❤️', 'שלום עולם', 'مرحبا ‏(1)', 'a\tb\nc'];
    const { container } = render(<Markdown text={honest.join('\n\n')} />);

    for (const text of honest.slice(0, 5)) expect(container.textContent).toContain(text);
  });

  it('C333 shows the host of a linked file, separate from its name', () => {
    const { container } = render(<Thread run={run} />);

    expect(container.querySelector('[data-cs="file"]')).toHaveTextContent(/ files\.example /);
  });

  it.each([
    ['what it touches', { capabilities: ['net.egress:api.example.com'] }, 'tags'],
    ['why somebody is asked', { asksFor: ['net.egress:api.example.com'] }, 'card-reason'],
  ])('C333 does not treat the kit’s own words as deceptive: %s', async (_, rest, slot) => {
    const honest = approval('a', { ...rest, title: 'Send it' });
    const { container } = render(<ApprovalCard run={run} item={honest} batch={batch([honest])} />);
    const said = () => container.querySelector(`[data-cs="${slot}"]`);

    await expect.poll(() => said()?.textContent).toMatch(/api\.example\.com/);
    expect(said()?.querySelector('mark')).toBeNull();
  });

  it('C333 still marks a deceptive name inside the kit’s own words', async () => {
    const odd = approval('a', { capabilities: ['net.egress:p\u0430ypal.com', 'fs.write:/a\u202Eb'], title: 'Send it' });
    const { container } = render(<ApprovalCard run={run} item={odd} batch={batch([odd])} />);

    await expect.poll(() => container.querySelector('[data-cs="tags"] mark')).not.toBeNull();
    expect(findRaw(container)).toEqual([]);
  });
});
