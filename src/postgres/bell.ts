import { Client } from 'pg';

/** What processes hear of one another on. */
export type Channel = 'countersign' | 'countersign_stop';

/** Who hears. */
interface Hearing {
  readonly channel: Channel;
  readonly hear: (payload: string) => void;
  /** It hears, for the first time or again. */
  readonly reopened?: () => void;
}

/** How long it waits before it connects again, in milliseconds. */
const pauseMs = 500;

/** A connection that hears what is rung, and is made anew when it breaks. */
export class Bell {
  readonly #databaseUrl: string;
  readonly #hearing: Hearing;
  #client: Client | undefined;
  #isClosed = false;

  constructor(databaseUrl: string, hearing: Hearing) {
    this.#databaseUrl = databaseUrl;
    this.#hearing = hearing;
  }

  /** Begins to hear. @throws where the database cannot be reached. */
  async open(): Promise<void> {
    const { channel, hear, reopened } = this.#hearing;
    const client = new Client({ connectionString: this.#databaseUrl, keepAlive: true });
    client.on('error', () => {}); // its end follows
    client.on('end', () => this.#lose(client));
    client.on('notification', ({ payload = '' }) => hear(payload));
    try {
      await client.connect();
      await client.query(`listen ${channel}`);
    } catch (error) {
      await client.end().catch(() => {});
      throw error;
    }
    this.#client = client;
    if (this.#isClosed) await client.end().catch(() => {});
    reopened?.();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#client?.end().catch(() => {});
  }

  /** One that never came to hear is not lost: whoever opened it knows. */
  #lose(client: Client): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    const again = (): void => {
      if (!this.#isClosed) this.open().catch(() => setTimeout(again, pauseMs));
    };
    setTimeout(again, pauseMs);
  }
}
