import { Client } from 'pg';

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

/** A connection that listens to one channel (`LISTEN`), and reconnects when it breaks. */
export class NotificationListener {
  readonly #databaseUrl: string;
  readonly #options: ListenerOptions;
  #client: Client | undefined;
  #isClosed = false;

  constructor(databaseUrl: string, options: ListenerOptions) {
    this.#databaseUrl = databaseUrl;
    this.#options = options;
  }

  /**
   * Connects and starts to listen.
   *
   * @throws when the database cannot be reached.
   */
  async open(): Promise<void> {
    const { channel, onNotification, onConnect } = this.#options;
    const client = new Client({ connectionString: this.#databaseUrl, keepAlive: true });
    client.on('error', () => {}); // the event `end` follows
    client.on('end', () => this.#reconnect(client));
    client.on('notification', ({ payload = '' }) => onNotification(payload));
    try {
      await client.connect();
      await client.query(`listen ${channel}`);
    } catch (error) {
      await client.end().catch(() => {});
      throw error;
    }
    this.#client = client;
    if (this.#isClosed) await client.end().catch(() => {});
    onConnect?.();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#client?.end().catch(() => {});
  }

  /** Reconnects after a connection that was listening has ended. A failed `open()` is left to its caller. */
  #reconnect(client: Client): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    const retry = (): void => {
      if (!this.#isClosed) this.open().catch(() => setTimeout(retry, reconnectDelayMs));
    };
    setTimeout(retry, reconnectDelayMs);
  }
}
