import { expect, it, vi } from 'vitest';
import { createLogWriter } from '../../src/persistence/runs/log-writer.js';
import { endOf, entriesOf } from './samples.js';

it('goes on after a write that failed, says so, and waits for those that come after it', async () => {
  const kept: string[] = [];
  let keep = (): void => {};
  const append = vi.fn(async (entries: readonly { readonly key: string }[]) => {
    await new Promise<void>((resolve) => {
      keep = resolve;
    });
    kept.push(...entries.map(({ key }) => key));
  });
  append.mockRejectedValueOnce(new TypeError('It broke.'));
  const report = vi.fn();
  const log = createLogWriter(async () => append, { report });
  log.told('r1', endOf('r1').event);
  await log.flush();
  expect(report).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ cause: new TypeError('It broke.') }));

  for (const { event } of entriesOf(0, 0)) log.told('r2', event);
  const written = log.flush().then(() => kept.push('flushed'));
  await vi.waitFor(() => expect(append).toHaveBeenCalledTimes(2));
  keep();
  await written;

  expect(kept).toEqual([expect.any(String), 'flushed']);
});
