import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { Component, createRef, type ReactElement, type ReactNode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PendingItem } from '../../../src/approval/broker/pending.js';
import { Approval, ApprovalCard } from '../../../src/components/index.js';
import type { ToolPart } from '../../../src/conversation/messages/call-record.js';
import { UserError } from '../../../src/protocol/base/errors.js';
import { toolApproved, toolDenied } from '../../../src/protocol/make-answer.js';
import { disarmApprovals } from '../../../src/testing/index.js';
import { approval, batch, type FakeRun, fakeRun } from '../support.js';

beforeEach(() => disarmApprovals());
afterEach(cleanup);

/** A call for which every part renders something. */
const full: PendingItem = {
  ...approval('a', {
    risk: 'high',
    summary: 'Two lines.',
    facts: ['84 bytes'],
    capabilities: ['fs.write:/a'],
    origin: { kind: 'mcp', server: 'Files' },
    input: { path: 'p\u0430y' },
    needs: [{ approvals: 2, from: ['role:ops'] }],
  }),
  preview: { status: 'ready', preview: { type: 'text', text: 'new' } },
  expiresAt: Date.UTC(2199, 0, 1),
};

function within(part: ReactNode, item: PendingItem = full, run: FakeRun = fakeRun()): ReactElement {
  return (
    <Approval.Root run={run} item={item} batch={batch([item], { agentPath: ['lead', 'helper'] })}>
      {part}
    </Approval.Root>
  );
}

type AnyPart = (props: Record<string, unknown>) => ReactElement;

const parts = [
  ['Mark', 'card-mark'],
  ['Title', 'card-title'],
  ['Risk', 'card-risk'],
  ['Reason', 'card-reason'],
  ['People', 'card-people'],
  ['Origin', 'card-origin'],
  ['Agent', 'card-agent'],
  ['Description', 'card-summary'],
  ['Facts', 'tags'],
  ['Deceptive', 'deceptive-notice'],
  ['Input', 'card-input'],
  ['Preview', 'preview'],
  ['Countdown', 'card-expiry'],
  ['Extend', 'button'],
  ['Actions', 'actions'],
  ['Approve', 'button'],
  ['Deny', 'button'],
  ['Edit', 'button'],
  ['Defer', 'button'],
  ['Remember', 'remember'],
  ['Status', 'card-status'],
  ['Record', 'card-record'],
] as const;

describe.each(parts)('Approval.%s', (name, slot) => {
  const Part = Approval[name] as unknown as AnyPart; // every part accepts these attributes

  it('alone in a root, takes a ref, attributes and a class by its state, and says its state', () => {
    const ref = createRef<HTMLElement>();
    const className = vi.fn(() => 'own');

    render(within(<Part ref={ref} data-testid="it" className={className} />));

    expect(ref.current).toBe(screen.getByTestId('it'));
    expect(ref.current).toHaveClass('own');
    expect(ref.current?.dataset.cs).toBe(slot);
    expect(className.mock.lastCall).toBeDefined();
    expect(ref.current?.hasAttribute('style')).toBe(false);
  });

  it('renders what an app puts in its place', () => {
    render(within(<Part render={(attributes: object) => <b {...attributes} data-testid="other" />} />));

    expect(screen.getByTestId('other').localName).toBe('b');
    expect(screen.getByTestId('other').dataset.cs).toBe(slot);
  });

  it('says where it belongs when it stands outside of a root', () => {
    const caught: unknown[] = [];
    const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined);

    render(
      <Catch onError={(error) => caught.push(error)}>
        <Part />
      </Catch>,
      { onCaughtError: () => undefined },
    );

    quiet.mockRestore();
    expect(UserError.isInstance(caught[0])).toBe(true);
    expect(String(caught[0])).toContain('<Approval.Root');
  });
});

class Catch extends Component<{ readonly onError: (error: unknown) => void; readonly children: ReactNode }> {
  override state: { readonly failed: 'no' | 'yes' } = { failed: 'no' };

  static getDerivedStateFromError(): { readonly failed: 'yes' } {
    return { failed: 'yes' };
  }

  override componentDidCatch(error: unknown): void {
    this.props.onError(error);
  }

  override render(): ReactNode {
    return this.state.failed === 'yes' ? null : this.props.children;
  }
}

describe('Approval.Root', () => {
  const decided = (answer: unknown, by: object = { type: 'person' }): PendingItem =>
    ({ ...full, state: { status: 'decided', answer, by, at: 1_700_000_000_000 } }) as PendingItem; // the answers below have every member

  it.each([
    ['approved', decided(toolApproved())],
    ['approved-with-edits', decided(toolApproved({ overrideArgs: { path: 'b' } }))],
    ['denied', decided(toolDenied('no'))],
    ['blocked', decided(toolDenied('no'), { type: 'rule', policy: 'p' })],
    ['expired', decided({ kind: 'tool-expired' }, { type: 'expiry' })],
    ['parked', decided('defer')],
    ['checking', { ...full, state: { status: 'checking' } } as const],
    ['waiting', full],
  ])('says %s, for styles and in words', (state, item) => {
    render(within(<Approval.Record />, item));

    expect(screen.getByRole('group', { name: /Write (?:a|file: b)/ })).toHaveAttribute('data-state', state);
    expect(screen.getByRole('heading')).toBeVisible();
    expect(document.querySelector('[data-cs="card-status"]')).not.toBeEmptyDOMElement();
  });

  it('hides from a decided call what only a waiting one needs', () => {
    render(
      within(
        <>
          <Approval.Actions>
            <Approval.Approve />
          </Approval.Actions>
          <Approval.Approve />
          <Approval.Countdown />
          <Approval.Remember />
        </>,
        decided(toolApproved()),
      ),
    );

    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.queryByRole('timer')).toBeNull();
    expect(screen.queryByRole('combobox')).toBeNull();
  });

  it('says nothing of a time that no date reaches', () => {
    const endless = { ...full, expiresAt: Number.MAX_SAFE_INTEGER };
    render(
      within(
        <>
          <Approval.Title />
          <Approval.Countdown />
        </>,
        endless,
      ),
    );

    expect(screen.getByRole('heading')).toBeVisible();
    expect(screen.queryByRole('timer')).toBeNull();
  });

  it('hydrates what a server has rendered, without a word and without a style', () => {
    const card = <ApprovalCard run={fakeRun()} item={full} batch={batch([full])} />;
    const holder = document.createElement('div');
    holder.innerHTML = renderToString(card);
    document.body.append(holder);
    const onRecoverableError = vi.fn();
    const warn = vi.spyOn(console, 'error');

    const root = hydrateRoot(holder, card, { onRecoverableError });

    return vi
      .waitFor(() => expect(holder.querySelector('[data-arming="armed"]')).not.toBeNull())
      .then(() => {
        expect(holder.innerHTML).not.toContain('style=');
        expect(onRecoverableError).not.toHaveBeenCalled();
        expect(warn).not.toHaveBeenCalled();
        warn.mockRestore();
        root.unmount();
        holder.remove();
      });
  });
});

describe('Approval.Record of a message', () => {
  it('shows a call of a message: how far it has run, and what was edited', async () => {
    const record = { phase: 'running', title: 'Upload', progress: { value: 1, max: 2 }, edited: { path: 'b' } };
    const part: ToolPart = {
      type: 'dynamic-tool',
      toolName: 'upload',
      toolCallId: 'a',
      state: 'input-available',
      input: { path: 'a' },
      toolMetadata: { countersign: record },
    };

    render(
      <Approval.Root part={part}>
        <Approval.Record />
      </Approval.Root>,
    );

    expect(screen.getByRole('group', { name: 'Upload' })).toHaveAttribute('data-state', 'running');
    expect(screen.getByRole('progressbar', { name: /Upload/ })).toHaveValue(0.5);
    expect(screen.queryByRole('heading')).toBeNull();
    // The list of changes is loaded on first use.
    await waitFor(() => expect(document.querySelector('[data-cs="json-changes"]')).toHaveAttribute('data-count', '1'));
  });

  it('hides in title, edits and changes what its tool wanted hidden, and shows what turns text around', async () => {
    const record = {
      phase: 'returned',
      title: 'Set \u202Ehunter2',
      redactions: { hide: [['code']] },
      edited: { code: 'hunter3', password: 'correct horse' },
    };
    const part: ToolPart = {
      type: 'dynamic-tool',
      toolName: 'set',
      toolCallId: 'a',
      state: 'output-available',
      input: { code: 'hunter2', password: 'battery staple' },
      output: 'done',
      toolMetadata: { countersign: record },
    };

    const { container } = render(
      <Approval.Root part={part}>
        <Approval.Record />
      </Approval.Root>,
    );

    await waitFor(() => expect(container.querySelector('[data-cs="json-changes"]')).toHaveAttribute('data-count', '2'));
    expect(container.innerHTML).not.toMatch(/hunter|horse|staple|\u202E/);
  });
});
