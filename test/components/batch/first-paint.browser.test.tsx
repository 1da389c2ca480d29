import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Batch } from '../../../src/components/index.js';
import { approval, batch, fakeRun } from '../support.js';

// Under `act`, the browser never paints an intermediate state.
beforeEach(() => void vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false));
afterEach(() => void vi.unstubAllGlobals());

it('shows how long there is from the first paint on, so that nothing is pushed away by it', async () => {
  const root = document.body.appendChild(document.createElement('div'));
  const waiting = batch([approval('a')], { expiresAt: Date.UTC(2030, 0, 1) });
  const first = new Promise<Element | null>((resolve) => {
    const observer = new MutationObserver(() => resolve(root.querySelector('[role="timer"]')));
    observer.observe(root, { childList: true });
  });
  const app = createRoot(root);

  app.render(
    <Batch.Root run={fakeRun({ pending: [waiting] })} batch={waiting}>
      <Batch.Countdown now={() => Date.UTC(2030, 0, 1) - 41_000} />
    </Batch.Root>,
  );

  expect((await first)?.textContent).toBe('Expires in 41 sec');
  app.unmount();
  root.remove();
});
