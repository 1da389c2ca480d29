import { CountersignError, UserError } from '../protocol/base/errors.js';
import type { Connection } from './connection.js';
import { limits } from './limits.js';
import { type FoundTool, readTools } from './read-tools.js';

/** The tools of a server, asked for once, and again after each `refresh()`: but only one request at a time, and not often a minute. */
export class ToolList {
  readonly #connection: Connection;
  readonly #now: () => number;
  #listed: Promise<readonly FoundTool[]> | undefined;
  #isStale = true;
  /** When the server was asked in the last minute. */
  #asked: readonly number[] = [];
  #isAsking = false;
  #last: readonly FoundTool[] | undefined;

  /** @param now in milliseconds. */
  constructor(connection: Connection, now: () => number) {
    this.#connection = connection;
    this.#now = now;
  }

  /** The next one who asks for the tools gets them as they are then. */
  readonly refresh = (): void => {
    this.#isStale = true;
  };

  readonly tools = (): Promise<readonly FoundTool[]> => {
    if (this.#listed !== undefined && (!this.#isStale || this.#isAsking || this.#isTooOften())) return this.#listed;
    this.#isStale = false;
    this.#isAsking = true;
    this.#asked = [...this.#asked, this.#now()];
    const before = this.#listed;
    const listed = this.#list();
    this.#listed = listed;
    // The next step asks anew.
    listed.catch(() => {
      if (this.#listed === listed) [this.#listed, this.#isStale] = [before, true];
    });
    return listed;
  };

  /** The same for a step: where the server does not answer, the tools that it had before. */
  readonly toolsOfStep = async (): Promise<readonly FoundTool[]> => {
    try {
      return await this.tools();
    } catch (error) {
      if (this.#last === undefined || UserError.isInstance(error)) throw error;
      return this.#last;
    }
  };

  async #list(): Promise<readonly FoundTool[]> {
    try {
      this.#last = readTools(await this.#connection.request(async (client) => await client.listTools()));
      return this.#last;
    } catch (cause) {
      if (CountersignError.isInstance(cause)) throw cause;
      throw this.#connection.unavailable('does not list its tools', cause);
    } finally {
      this.#isAsking = false;
    }
  }

  #isTooOften(): boolean {
    const since = this.#now() - 60_000;
    this.#asked = this.#asked.filter((time) => time > since);
    return this.#asked.length >= limits.listings;
  }
}
