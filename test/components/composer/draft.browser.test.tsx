import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ComponentProps, StrictMode } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { MessageComposer } from '../../../src/components/index.js';
import { fakeRun } from '../support.js';

afterEach(() => {
  cleanup();
  sessionStorage.clear();
});

const field = (): HTMLElement => screen.getByRole('textbox', { name: 'Message' });

function showComposer(runKey: string, props: Partial<ComponentProps<typeof MessageComposer>> = {}) {
  const run = { ...fakeRun(), runKey };
  render(
    <StrictMode>
      <MessageComposer run={run} {...props} />
    </StrictMode>,
  );
  return run;
}

describe('The unsent message', () => {
  it('C364 is restored after a reload, for its conversation only', async () => {
    showComposer('one');
    await userEvent.type(field(), 'half a sen');
    cleanup();

    showComposer('two');
    expect(field()).toHaveValue('');
    cleanup();
    showComposer('one');

    expect(field()).toHaveValue('half a sen');
  });

  it('C365 is deleted after it is sent', async () => {
    showComposer('one');
    await userEvent.type(field(), 'a sentence{Enter}');
    cleanup();

    showComposer('one');

    expect(field()).toHaveValue('');
  });
});

describe('Enter in the message field', () => {
  it('C368 begins a new line if the app says so; Ctrl+Enter sends', async () => {
    const run = showComposer('one', { enterKey: 'new-line' });

    await userEvent.type(field(), 'one{Enter}two');
    expect(field()).toHaveValue('one\ntwo');
    expect(field()).toHaveAttribute('enterkeyhint', 'enter');
    expect(field()).toHaveAccessibleDescription(/Enter for a new line/);
    await userEvent.keyboard('{Control>}{Enter}{/Control}');

    expect(run.start.mock.calls).toEqual([['one\ntwo']]);
  });
});
