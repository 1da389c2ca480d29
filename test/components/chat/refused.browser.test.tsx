import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { ModelError, type RefusedContent } from 'countersign/core';
import { afterEach, describe, expect, it } from 'vitest';
import { AgentChat } from '../../../src/components/index.js';
import { type FakeRun, fakeRun } from '../support.js';

afterEach(cleanup);

function failedWith(refused: RefusedContent | undefined): FakeRun {
  const error = new ModelError('model-failed', 'The request failed.', { refused });
  const messages = [{ id: 'm', role: 'user' as const, parts: [{ type: 'text' as const, text: 'Look at this' }] }];
  return fakeRun({ status: 'failed', error, messages });
}

const contents: readonly (readonly [RefusedContent, quote: string, button: string])[] = [
  [
    { basis: 'named', type: 'message', role: 'user', index: 0, quote: 'Look at this' },
    'Look at this',
    'Remove this message and continue',
  ],
  [
    { basis: 'newest', type: 'result', toolCallId: 'c', toolName: 'read_file' },
    'read_file',
    'Remove this result and continue',
  ],
  [{ basis: 'named', type: 'tool', toolName: 'read_file' }, 'read_file', 'Continue without this tool'],
];

describe('C394 a request that a provider refused', () => {
  it.each(contents)('C394 can be continued without its content, by keyboard too: %o', async (refused, quote, name) => {
    const run = failedWith(refused);
    render(<AgentChat run={run} />);
    const group = screen.getByRole('group', { name: new RegExp(quote) });

    within(group).getByRole('button', { name }).focus();
    await userEvent.keyboard('{Enter}');

    expect(run.removeRefused).toHaveBeenCalledOnce();
    expect(document.activeElement).toBe(screen.getByRole('textbox'));
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it('C394 can be sent again after every other failure', () => {
    render(<AgentChat run={failedWith(undefined)} />);

    expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined();
    expect(screen.queryByRole('group')).toBeNull();
  });
});
