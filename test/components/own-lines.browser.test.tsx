import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { cloneElement, createElement, type ReactElement } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createGrants } from '../../src/approval/grants/grants.js';
import type { GrantRequest } from '../../src/approval/grants/remember.js';
import type { DecisionEntry } from '../../src/approval/record/decision-entry.js';
import {
  Batch,
  Chat,
  Composer,
  Conversations,
  Decisions,
  Feed,
  GrantList,
  Queue,
  SchemaForm,
  Suggestion,
  Tray,
} from '../../src/components/index.js';
import type { RunEvent } from '../../src/protocol/run-event.js';
import { file } from './chat/support.js';
import { approval, batch, fakeRun } from './support.js';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** A line of an app that uses no keys. */
const line = (): ReactElement => <li>a line of the app</li>;
const block = (): ReactElement => <p>a line of the app</p>;

/** React warns once per element name, so each part has its own name. */
const listOf = (name: string): ReactElement => createElement(`list-of-${name}`);

const pending = [
  batch([approval('a'), approval('b')]),
  batch([{ ...approval('c'), batchId: 'batch-2' }], { batchId: 'batch-2', agentPath: ['workspace', 'cleaner'] }),
];
const run = fakeRun({
  pending,
  messages: ['a', 'b'].map((id) => ({ id, role: 'user', parts: [{ type: 'text', text: id }] })),
});

function entry(toolCallId: string): DecisionEntry {
  const what = { v: 1, kind: 'approval', runId: 'r', agentPath: [], toolName: 'remove', toolCallId } as const;
  return { ...what, redactions: [], overruled: [], late: [] };
}

const grants = createGrants();
for (const toolName of ['read', 'write']) {
  const request: GrantRequest = {
    effect: 'allow',
    remember: { scope: 'tool', for: 'session' },
    call: { toolCallId: toolName, toolName, input: {}, capabilities: [], agentPath: [], annotations: {}, runId: 'r' },
  };
  await grants.add(request);
}

const events: readonly RunEvent[] = [1, 2].map((seq) => {
  const body = { type: 'warning', code: 'code', message: 'Look out' } as const;
  return { v: 1, seq, at: seq, runId: 'r', agentPath: ['lead'], ...body };
});

const parts: Readonly<Record<string, ReactElement>> = {
  'Queue.Batches': (
    <Queue.Root run={run}>
      <Queue.Batches>{block}</Queue.Batches>
    </Queue.Root>
  ),
  'Batch.Items': (
    <Batch.Root run={run} batch={pending[0] ?? batch([])}>
      <Batch.Items render={listOf('batch')}>{block}</Batch.Items>
    </Batch.Root>
  ),
  'Chat.Messages': (
    <Chat.Root run={run}>
      <Chat.Messages render={listOf('messages')}>{block}</Chat.Messages>
    </Chat.Root>
  ),
  'Conversations.Items': (
    <Conversations.Root conversations={['a', 'b'].map((id) => ({ id, title: id, run }))} onSelect={() => {}}>
      <Conversations.Items render={listOf('conversations')}>{line}</Conversations.Items>
    </Conversations.Root>
  ),
  'Decisions.Items': (
    <Decisions.Root source={[entry('a'), entry('b')]}>
      <Decisions.Items render={listOf('decisions')}>{line}</Decisions.Items>
    </Decisions.Root>
  ),
  'Feed.Rows': (
    <Feed.Root events={events}>
      <Feed.Rows render={listOf('feed')}>{block}</Feed.Rows>
    </Feed.Root>
  ),
  'GrantList.Items': (
    <GrantList.Root grants={grants}>
      <GrantList.Items render={listOf('grants')} item={line} />
    </GrantList.Root>
  ),
  'Suggestion.Root': (
    <Suggestion.Root render={listOf('suggestions')} run={fakeRun()} suggestions={['a', 'b']}>
      {block}
    </Suggestion.Root>
  ),
  'Tray.Groups': (
    <Tray.Root sources={run}>
      <Tray.Groups render={listOf('tray')} group={block} />
    </Tray.Root>
  ),
  SchemaForm: (
    <SchemaForm
      schema={{ type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' } } }}
      value={{ a: '', b: '' }}
      onChange={() => {}}
      renderField={(node, standard) => (node.path.length === 0 ? standard : block())}
    />
  ),
};

describe('What an app shows in place of a line, with no key of its own', () => {
  it.each(Object.keys(parts))('has one from %s', async (name) => {
    const complaint = vi.spyOn(console, 'error').mockImplementation(() => {});

    render(parts[name]);

    expect((await screen.findAllByText('a line of the app')).length).toBeGreaterThan(1);
    expect(complaint).not.toHaveBeenCalled();
  });

  it('has one from Composer.Attachments', async () => {
    const complaint = vi.spyOn(console, 'error').mockImplementation(() => {});
    render(
      <Composer.Root run={fakeRun()}>
        <Composer.Attachments render={listOf('attachments')}>{line}</Composer.Attachments>
        <Composer.Input />
        <Composer.Attach />
      </Composer.Root>,
    );
    const picker = document.querySelector<HTMLInputElement>('input[type="file"]') as HTMLInputElement;

    await userEvent
      .setup({ applyAccept: false })
      .upload(picker, [file('a.txt', 'text/plain'), file('b.txt', 'text/plain')]);

    expect(await screen.findAllByText('a line of the app')).toHaveLength(2);
    expect(complaint).not.toHaveBeenCalled();
  });

  it('is complained of where nobody gives one, so that the tests above can fail', () => {
    const complaint = vi.spyOn(console, 'error').mockImplementation(() => {});

    render(cloneElement(listOf('nobody'), {}, ['a', 'b'].map(line)));

    expect(complaint.mock.calls.join()).toContain('key');
  });
});
