import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ReactElement, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { MessageComposer } from '../../../src/components/index.js';
import { fakeRun } from '../support.js';

afterEach(() => {
  cleanup();
  sessionStorage.clear();
});

describe('text that is typed before React hydrates the page', () => {
  it.each([undefined, 'talk'])('C387 stays in the composer, and can be sent (runKey %s)', async (runKey) => {
    const run = { ...fakeRun(), runKey };
    const page: ReactElement = (
      <StrictMode>
        <MessageComposer run={run} />
      </StrictMode>
    );
    const container = document.createElement('div');
    container.innerHTML = renderToString(page);
    document.body.append(container);
    onTestFinished(() => container.remove());
    const field = screen.getByRole('textbox', { name: 'Message' });
    await userEvent.type(field, 'typed early');

    const root = hydrateRoot(container, page);
    onTestFinished(() => root.unmount());

    await vi.waitFor(() =>
      expect(container.querySelector("[data-cs='composer']")).toHaveAttribute('data-sending', 'ready'),
    );
    expect(field).toHaveValue('typed early');
    await userEvent.type(field, '{Enter}');
    expect(run.start.mock.calls).toEqual([['typed early']]);
  });
});

it('C386 a message without a runKey stays with its conversation', async () => {
  const [one, two] = [fakeRun(), fakeRun()];
  const view = render(<MessageComposer run={one} />);
  const field = screen.getByRole('textbox', { name: 'Message' });
  await userEvent.type(field, 'for the first');

  view.rerender(<MessageComposer run={two} />);

  await vi.waitFor(() => expect(field).toHaveValue(''));
});
