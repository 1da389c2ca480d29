import type { Client } from 'pg';
import { UserError } from '../protocol/base/errors.js';

/** The interval between attempts to get the lock, in milliseconds. */
const retryMs = 250;

/** Returns the text whose hash is the advisory lock of a worker. */
export function lockKeyOf(workerId: string): string {
  return `countersign:worker:${workerId}`;
}

/**
 * Acquires the lock of a worker for the session of this connection. It waits, because Postgres releases the lock of a
 * worker whose computer is gone only after a while.
 *
 * @throws UserError `worker-id-taken` if another worker holds the lock for longer than `patienceMs`.
 */
export async function acquireWorkerLock(client: Client, workerId: string, patienceMs: number): Promise<void> {
  for (let waitedMs = 0; ; waitedMs += retryMs) {
    const { rows } = await client.query<{ free: boolean }>(
      'select pg_try_advisory_lock(hashtextextended($1, 0)) as free',
      [lockKeyOf(workerId)],
    );
    if (rows[0]?.free === true) return;
    if (waitedMs >= patienceMs) break;
    await new Promise((resolve) => setTimeout(resolve, retryMs));
  }
  throw new UserError(
    'worker-id-taken',
    `Another running worker has the id '${workerId}'. This one executes nothing, because two workers with one id would resume each other's runs. Pass a \`workerId\` that is unique among running workers, such as the name of the host or the pod.`,
  );
}
