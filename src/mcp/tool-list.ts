import { CountersignError, UserError } from '../protocol/base/errors.js';
import type { Connection } from './connection.js';
import { limits } from './limits.js';
import { type FoundTool, readTools } from './read-tools.js';

/**
 * The cached tools of a server. After `refresh()` they are loaded again, one request at a time and a limited number per
 * minute.
 */
export class ToolList {
  readonly #connection: Connection;
  readonly #now: () => number;
  #listed: Promise<readonly FoundTool[]> | undefined;
  #isStale = true;
  /** The times of the requests within the last minute. */
  #asked: readonly number[] = [];
  #isAsking = false;
  #last: readonly FoundTool[] | undefined;

  /** @param now returns the time in milliseconds. */
  constructor(connection: Connection, now: () => number) {
    this.#connection = connection;
    this.#now = now;
  }

  /** Marks the list as stale, so that the next use loads it. */
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
    // A failed request is not cached: the next step tries again.
    listed.catch(() => {
      if (this.#listed === listed) [this.#listed, this.#isStale] = [before, true];
    });
    return listed;
  };

  /**
   * Returns the tools for a step. If the server does not answer, these are the tools of the last successful request.
   */
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
