/** How long it waits before it asks again, in milliseconds: a little at first, and never long. */
const [firstPauseMs, longestPauseMs] = [100, 2000];

/** What Postgres says of itself: no connection, shutting down, starting up, no room; of two that lock each other out; and of who stood still for too long. */
const awayState = /^(?:08|57P|53|40001|40P01|25P03)/;
const awaySocket = /^E(?:CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|NOTFOUND|AI_AGAIN|HOSTUNREACH|NETUNREACH)$/;
const awayWords = /connection terminated|connection error|timeout exceeded when trying to connect/i;

/**
 * Does work again for as long as the database is away: it comes back, and what a run was doing must not end meanwhile. The work has to come to the
 * same when it is done twice, since nobody hears of what was kept with the last breath of a connection.
 *
 * @throws what the work throws for any other reason, or once nobody waits for it.
 */
export async function patiently<T>(work: () => Promise<T>, isOver: () => boolean): Promise<T> {
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    try {
      return await work();
    } catch (error) {
      if (isOver() || !isAway(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}

/** Whether the database is away, and not what was asked of it wrong. */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // Where a name has several addresses, each of them failed.
  if (error instanceof AggregateError) return error.errors.some(isAway);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return awayState.test(code) || awaySocket.test(code) || awayWords.test(error.message);
}
