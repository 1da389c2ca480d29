import { openWatchedSession, type Session } from './session.js';

/** The Postgres notification channels of this package. */
export type Channel = 'countersign' | 'countersign_stop';

interface ListenerOptions {
  readonly channel: Channel;
  readonly onNotification: (payload: string) => void;
  /** Called each time the connection starts to listen: notifications that were sent before were missed. */
  readonly onConnect?: () => void;
}

/** The pause before a reconnect, in milliseconds. */
const reconnectDelayMs = 500;

/** A connection that listens to one channel (`LISTEN`), and reconnects when it breaks or no longer responds. */
export class NotificationListener {
  readonly #directUrl: string;
  readonly #options: ListenerOptions;
  #session: Session | undefined;
  #isClosed = false;

  constructor(directUrl: string, options: ListenerOptions) {
    this.#directUrl = directUrl;
    this.#options = options;
  }

  /**
   * Connects and starts to listen.
   *
   * @throws when the database cannot be reached.
   */
  async open(): Promise<void> {
    const { channel, onNotification, onConnect } = this.#options;
    const listen = `listen ${channel}`;
    const session = await openWatchedSession({
      databaseUrl: this.#directUrl,
      setUp: async (client) => void (await client.query(listen)),
      heartbeat: listen, // repeating it has no effect
      onNotification: ({ payload = '' }) => onNotification(payload),
      onLost: () => this.#reconnect(),
    });
    this.#session = session;
    if (this.#isClosed) await session.close();
    else onConnect?.();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#session?.close();
  }

  /** Reconnects after a connection that was listening has ended. A failed `open()` is left to its caller. */
  #reconnect(): void {
    const retry = (): void => {
      if (!this.#isClosed) this.open().catch(() => setTimeout(retry, reconnectDelayMs));
    };
    setTimeout(retry, reconnectDelayMs);
  }
}
