import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PendingItem } from '../../src/approval/broker/pending.js';
import { PlainCard } from '../../src/components/approval/plain-card.js';
import {
  Approval,
  ClientToolOutlet,
  EventFeed,
  GrantsPanel,
  RememberMenu,
  RunStatus,
  Thread,
} from '../../src/components/index.js';
import { type CallRecord, type ToolPart, withRecord } from '../../src/conversation/messages/call-record.js';
import { UserError } from '../../src/protocol/base/errors.js';
import { toolDenied } from '../../src/protocol/make-answer.js';
import type { Preview } from '../../src/protocol/preview.js';
import type { RunEvent } from '../../src/protocol/run-event.js';
import { disarmApprovals } from '../../src/testing/index.js';
import { approval, batch, external, type FakeRun, fakeRun } from './support.js';

beforeEach(() => disarmApprovals());
afterEach(cleanup);

const secret = 'hunter2|x';
const said = `so ${secret} it is`;
const input = { user: 'ann', password: secret };
const call = {
  title: `Log in with ${secret}`,
  summary: said,
  facts: [said],
  capabilities: [`vault.read:${secret}`],
  reason: said,
  input,
  effectiveInput: { user: 'ann', password: `${secret}`, login: 'x' },
} as const;

function card(item: PendingItem, run: FakeRun = fakeRun()): ReactElement {
  return (
    <Approval.Root run={run} item={item} batch={batch([item])}>
      <Approval.Title />
      <Approval.Reason />
      <Approval.Description />
      <Approval.Facts />
      <Approval.Deceptive />
      <Approval.Input />
      <Approval.Preview />
      <Approval.Remember />
      <Approval.Status />
      <Approval.Progress />
      <Approval.Record />
    </Approval.Root>
  );
}

const previews: readonly Preview[] = [
  { type: 'text', text: said },
  { type: 'json', value: { said, list: [secret] } },
  { type: 'diff', before: 'nothing\n', after: `a\n${said}\n`, path: `/${secret}` },
  { type: 'table', columns: ['a', 'b'], rows: [[said, 1]] },
  { type: 'image', url: 'https://example.com/a.png', alt: said },
];

function part(record: CallRecord, rest: object = {}): ToolPart {
  const own = { type: 'dynamic-tool', toolName: 'login', toolCallId: 'a', state: 'input-available', input };
  return { ...own, ...withRecord(record), ...rest } as ToolPart; // of whatever state
}

const parts: readonly (readonly [string, ToolPart])[] = [
  ['runs', part({ phase: 'running', title: call.title, progress: { text: said } })],
  ['failed', part({ phase: 'failed', title: call.title, message: said }, { state: 'output-error', errorText: said })],
  ['returned', part({ phase: 'returned', title: call.title }, { state: 'output-available', output: { said } })],
  ['returned a text', part({ phase: 'returned' }, { state: 'output-available', output: said })],
  [
    'was edited',
    part(
      { phase: 'returned', title: 'Log in with correct horse', edited: { password: 'correct horse' } },
      { state: 'output-available', output: 'in with correct horse' },
    ),
  ],
];

const gone = (container: HTMLElement): void => {
  expect(container.innerHTML).not.toMatch(/hunter2|correct horse/);
};

describe('a hidden value of an input', () => {
  it.each(previews)('C118 is not shown by its card, nor by its preview of $type', async (preview) => {
    const { container } = render(card({ ...approval('a', call), preview: { status: 'ready', preview } }));
    await screen.findAllByText(/so /);

    expect(container.textContent).toContain('Log in with');
    gone(container);
  });

  it('C334 is not shown in the executed input under any name, nor by another member of the input', () => {
    const renamed = {
      ...call,
      input: { ...input, note: said },
      effectiveInput: { login: `ann:${secret}`, headers: [said], nested: { pass: secret } },
    };

    gone(render(card(approval('a', renamed))).container);
    const item = approval('a', renamed);
    gone(render(<PlainCard {...{ run: fakeRun(), item, batch: batch([item]) }} />).container);
  });

  it('C118 is not shown by the error of a preview, nor by the reason of a denial', () => {
    const failed = { ...approval('a', call), preview: { status: 'failed', message: said } } as const;
    const denied = {
      ...failed,
      state: { status: 'decided', answer: toolDenied(said), by: { type: 'person' }, at: 0 },
    } as const;

    gone(render(card(failed)).container);
    gone(render(card(denied)).container);
  });

  it('C118 can be revealed in a preview', async () => {
    const preview = { status: 'ready', preview: { type: 'text', text: said } } as const;
    render(card({ ...approval('a', call), preview }));

    const figure = within(screen.getByRole('figure'));
    await userEvent.click(figure.getByRole('button', { name: 'Show the hidden value' }));

    expect(screen.getByRole('figure')).toHaveTextContent(said);
  });

  it.each(parts)('C118 is not shown by the record of a call that %s, nor by its line', (_, toolPart) => {
    gone(
      render(
        <Approval.Root part={toolPart}>
          <Approval.Record />
        </Approval.Root>,
      ).container,
    );
    const run = fakeRun({ messages: [{ id: 'm', role: 'assistant', parts: [toolPart] }] });
    gone(render(<Thread run={run} />).container);
  });

  it('C118 can be revealed in a result', async () => {
    const { container } = render(
      <Approval.Root part={parts[2]?.[1] ?? part({ phase: 'called' })}>
        <Approval.Record />
      </Approval.Root>,
    );

    for (const button of container.querySelectorAll<HTMLElement>('[data-action="reveal-all"]')) button.click();
    await screen.findAllByText(/so hunter2\|x it is/);

    expect(container.innerHTML).toContain('hunter2');
  });

  it('C118 is not shown by the card of a client tool, nor by its answer', () => {
    const open = external('a', call);
    const failed = { kind: 'tool-failed', message: said } as const;
    const decided = { ...open, state: { status: 'decided', answer: failed, by: { type: 'person' }, at: 0 } } as const;
    const run = fakeRun({}, { pick_file: { render: () => <p>tool</p> } });

    gone(render(<ClientToolOutlet run={run} item={open} />).container);
    gone(render(<ClientToolOutlet run={run} item={decided} />).container);
  });

  it('C118 is not shown by the remember choices', () => {
    const value = { scope: { capability: `vault.read:${secret}` }, for: 'session' } as const;
    const { container } = render(
      <RememberMenu call={approval('a', call).call} value={value} onValueChange={() => {}} />,
    );

    expect(container.textContent).toContain('vault.read');
    gone(container);
  });

  it('C118 is not shown by the grants', async () => {
    const run = fakeRun();
    await run.grants?.add({
      effect: 'deny',
      remember: { scope: { capability: `vault.read:${secret}` }, for: 'session' },
      call: {
        toolName: 'login',
        input,
        capabilities: call.capabilities,
        agentPath: ['a'],
        annotations: {},
        runId: 'r',
        toolCallId: 'a',
      },
      message: said,
      asked: { input },
    });
    const { container } = render(<GrantsPanel grants={run.grants} />);

    expect(container.textContent).toContain('vault.read');
    gone(container);
    for (const button of screen.getAllByRole('button')) await userEvent.click(button);
    gone(container);
  });

  it('C118 is not shown by the events of a line of the feed, even if a later event identified it as a secret', async () => {
    const bodies = [
      { type: 'run-start', conversationId: 'c', prompt: [] },
      { type: 'tool-call', toolCallId: 'a', toolName: 'login', input },
      { type: 'tool-start', toolCallId: 'a', toolName: 'login', input: {}, title: said, approved: true, edited: false },
      { type: 'warning', code: 'w', message: said },
    ] as const;
    const events = bodies.map(
      (body, seq) => ({ v: 1, seq, at: seq, runId: 'r', agentPath: ['a'], ...body }) as RunEvent,
    );
    const { container } = render(<EventFeed run={fakeRun({ events })} />);

    for (const row of screen.getAllByRole('row')) await userEvent.click(row);

    expect(container.querySelectorAll('[data-cs="feed-details"]').length).toBeGreaterThan(1);
    gone(container);
  });

  it('C118 is not shown by the error of a run', () => {
    const messages = [{ id: 'm', role: 'assistant' as const, parts: [part({ phase: 'failed' })] }];

    const { container } = render(
      <RunStatus run={fakeRun({ status: 'failed', error: new UserError('x', said), messages })} />,
    );

    expect(container.textContent).toContain('it is');
    gone(container);
  });
});
