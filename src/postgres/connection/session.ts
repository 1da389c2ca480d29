import { Client, type Notification } from 'pg';
import { endWithin } from './end-within.js';

/**
 * The interval of heartbeats, and the time limit of a connection attempt and of each query, in milliseconds. Together
 * they bound how long a connection that was dropped silently stays unnoticed.
 */
const [heartbeatMs, timeoutMs] = [1000, 4000];

/** Options of {@link openWatchedSession}. */
export interface SessionOptions {
  readonly databaseUrl: string;
  /** Prepares the connection, for example with `LISTEN`. The session is not opened when it throws. */
  readonly setUp: (client: Client) => Promise<void>;
  /** A cheap query that is repeated while the session is open. */
  readonly heartbeat: string;
  readonly onNotification?: (notification: Notification) => void;
  /** Called once when an open session has ended, except by `close()`. */
  readonly onLost: () => void;
}

/** A connection that is kept open for the state of its session: a `LISTEN`, or a lock. */
export interface Session {
  readonly close: () => Promise<void>;
}

/**
 * Opens a connection that is watched by a heartbeat. A connection whose packets vanish, as after a failover or a
 * timeout of a NAT, counts as lost within {@link heartbeatMs} plus {@link timeoutMs}.
 *
 * @throws when the database cannot be reached, or `setUp` throws.
 */
export async function openWatchedSession(options: SessionOptions): Promise<Session> {
  const { databaseUrl: connectionString, setUp, heartbeat, onNotification } = options;
  const limits = { connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs };
  const client = new Client({ connectionString, keepAlive: true, ...limits });
  let state: 'opening' | 'open' | 'over' = 'opening';
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Ends the connection. It is not awaited: the other side may never respond. */
  const end = (): void => {
    const wasOpen = state === 'open';
    state = 'over';
    clearTimeout(timer);
    void client.end().catch(() => {});
    if (wasOpen) options.onLost();
  };
  const beat = (): void => {
    timer = setTimeout(() => client.query(heartbeat).then(() => state === 'open' && beat(), end), heartbeatMs);
  };
  client.on('error', end);
  client.on('end', end);
  if (onNotification !== undefined) client.on('notification', onNotification);
  try {
    await client.connect();
    await setUp(client);
    if (state !== 'opening') throw new Error('Connection terminated while it was set up.');
  } catch (error) {
    end();
    throw error;
  }
  state = 'open';
  beat();
  return {
    close: async () => {
      state = 'over';
      clearTimeout(timer);
      await endWithin(client.end());
    },
  };
}
