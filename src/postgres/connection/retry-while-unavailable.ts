/** The first and the longest pause between attempts, in milliseconds. */
const [firstPauseMs, longestPauseMs] = [100, 2000];

/**
 * Error codes of Postgres after which a retry can succeed: connection lost, shutdown, startup, no free connection,
 * serialization failure, deadlock, and a transaction that was idle for too long.
 */
const retryableState = /^(?:08|57P|53|40001|40P01|25P03)/;
const socketCodes = /^E(?:CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|NOTFOUND|AI_AGAIN|HOSTUNREACH|NETUNREACH)$/;
const connectionMessages =
  /connection terminated|connection error|timeout exceeded when trying to connect|query read timeout/i;

/**
 * Retries work while the database is unavailable, so that a restart of the database does not end runs. The work must be
 * idempotent: it may have been committed although the connection broke before the response.
 *
 * @param isOver returns `true` when no caller needs the result any longer.
 * @throws any other error of the work, and the last error once `isOver` returns `true`.
 */
export async function retryWhileUnavailable<T>(work: () => Promise<T>, isOver: () => boolean): Promise<T> {
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    try {
      return await work();
    } catch (error) {
      if (isOver() || !isUnavailable(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}

/** Returns `true` for the error of the driver about a query without a response. Its connection cannot be used again. */
export function isQueryTimeout(error: unknown): error is Error {
  return error instanceof Error && error.message === 'Query read timeout';
}

/** Returns `true` when an error means that the database is unavailable, rather than that a query is wrong. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // Node tries each address of a host name, and reports all failures together.
  if (error instanceof AggregateError) return error.errors.some(isUnavailable);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return retryableState.test(code) || socketCodes.test(code) || connectionMessages.test(error.message);
}
