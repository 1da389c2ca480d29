import { describe, expect, it } from 'vitest';

/** The message of the worker. */
interface Report {
  readonly scope: string;
  readonly outcome: { readonly type: string; readonly output?: unknown };
  readonly done: readonly string[];
  readonly parked: string;
}

describe('countersign/core', () => {
  it('runs in a worker, where there is no document and no React', async () => {
    const worker = new Worker(new URL('./agent.worker.ts', import.meta.url), { type: 'module' });

    const report = await new Promise<Report>((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<Report>) => resolve(data), { once: true });
      worker.addEventListener('error', ({ message }) => reject(new Error(message)), { once: true });
    }).finally(() => worker.terminate());

    expect(report).toEqual({
      scope: 'DedicatedWorkerGlobalScope',
      outcome: { type: 'completed', output: 'Removed.' },
      done: ['a.txt'],
      parked: 'deferred',
    });
  });
});
