import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { DiffView } from '../../src/components/preview/diff-view.js';
import { Assembly, assemblyNames } from './assemblies.js';
import type { ServerMarkup } from './assemblies.worker.js';

let markup: ServerMarkup;

/** The page may have loaded a diff before this part is hydrated. */
beforeAll(async () => {
  const container = document.createElement('div');
  const root = createRoot(container);
  root.render(<DiffView preview={{ type: 'diff', before: 'a', after: 'b' }} />);
  await vi.waitFor(() => expect(container.querySelector("[data-cs='diff']")).toHaveAttribute('data-state', 'ready'));
  root.unmount();
});

/** Renders without a document and a window. */
beforeAll(async () => {
  const worker = new Worker(new URL('./assemblies.worker.ts', import.meta.url), { type: 'module' });
  markup = await new Promise<ServerMarkup>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<ServerMarkup>) => resolve(data), { once: true });
    worker.addEventListener('error', ({ message }) => reject(new Error(message)), { once: true });
  }).finally(() => worker.terminate());
}, 60_000);

afterEach(() => {
  document.body.replaceChildren();
  vi.restoreAllMocks();
});

describe('markup from a server', () => {
  it('was made without a window, in another locale and time zone', () => {
    expect(markup.scope).toBe('undefined');
    expect(markup.epoch).not.toBe(new Date(0).toLocaleString());
    expect(markup.html['ApprovalQueue, waiting']).toContain(
      'Delete <code data-cs="title-literal" translate="no">old.md</code>',
    );
    expect(Object.keys(markup.html)).toEqual(assemblyNames);
  });

  it.each(assemblyNames)('is taken over as it is: %s', async (name) => {
    const problems: unknown[] = [];
    vi.spyOn(console, 'error').mockImplementation((...told) => void problems.push(told));
    const container = document.createElement('div');
    container.innerHTML = markup.html[name] ?? '';
    document.body.append(container);
    const first = container.querySelector('.assembly')?.firstElementChild;

    const onCommit = vi.fn();
    const root = hydrateRoot(
      container,
      <StrictMode>
        <Assembly name={name} onCommit={onCommit} />
      </StrictMode>,
      { onRecoverableError: (error) => void problems.push(error) },
    );
    await vi.waitFor(() => expect(onCommit).toHaveBeenCalled());

    expect(problems).toEqual([]);
    expect(first).toBeDefined();
    expect(container.querySelector('.assembly')?.firstElementChild).toBe(first);
    root.unmount();
  });
});
