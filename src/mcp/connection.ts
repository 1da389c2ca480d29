import { CountersignError, UserError } from '../protocol/base/errors.js';
import { isRecord } from '../protocol/base/record.js';
import { cutText, limits } from './limits.js';
import type { McpClient } from './mcp-client.js';

/** A connected client, or a function that connects one. */
export type McpSource = McpClient | (() => Promise<McpClient>);

/**
 * The connection to a server. A client from a function is replaced when its session is lost, such as after a restart.
 */
export class Connection {
  readonly #source: McpSource;
  readonly #server: string;
  readonly #onReconnect: () => void;
  #client: Promise<McpClient> | undefined;
  /** The number of pending requests of each client. */
  readonly #open: Map<McpClient, number> = new Map();
  /** Clients with lost sessions. They are closed after their last response, because closing cancels requests. */
  readonly #replaced: Set<McpClient> = new Set();

  /** @param server the display name of the server. */
  constructor(source: McpSource, server: string | undefined, onReconnect: () => void) {
    this.#source = source;
    this.#server = server === undefined ? 'An MCP server' : `The MCP server '${server}'`;
    this.#onReconnect = onReconnect;
    if (typeof source !== 'function') checkVersion(source);
  }

  /** @throws CountersignError `mcp-unavailable` when no client can be connected. */
  readonly client = (): Promise<McpClient> => {
    if (typeof this.#source !== 'function') return Promise.resolve(this.#source);
    const connecting = this.#client ?? this.#connect(this.#source);
    this.#client = connecting;
    // A failed connection is not cached: the next request tries again.
    connecting.catch(() => this.#forget(connecting));
    return connecting;
  };

  /**
   * Sends a request, and sends it once more over a new session if the server does not know the session. A server checks
   * the session first, so it has not executed the first request.
   */
  async request<T>(work: (client: McpClient) => Promise<T>): Promise<T> {
    const connecting = this.client();
    const client = await connecting;
    try {
      return await this.#counted(client, work);
    } catch (error) {
      if (typeof this.#source !== 'function' || !isSessionGone(error)) throw error;
      if (this.#forget(connecting)) {
        this.#replaced.add(client);
        this.#onReconnect();
      }
      this.#closeUnused(client);
      return await this.#counted(await this.client(), work);
    }
  }

  async #counted<T>(client: McpClient, work: (client: McpClient) => Promise<T>): Promise<T> {
    this.#open.set(client, (this.#open.get(client) ?? 0) + 1);
    try {
      return await work(client);
    } finally {
      this.#open.set(client, (this.#open.get(client) ?? 1) - 1);
      this.#closeUnused(client);
    }
  }

  #closeUnused(client: McpClient): void {
    if (this.#open.get(client) !== 0 || !this.#replaced.delete(client)) return;
    this.#open.delete(client);
    client.close?.().catch(() => {});
  }

  /** Returns the error for a server that fails before any of its tools runs. */
  unavailable(failure: string, cause: unknown): CountersignError {
    const reason = cause instanceof Error ? cause.message : String(cause);
    return new CountersignError(
      'mcp-unavailable',
      `${this.#server} ${failure}: ${cutText(reason, limits.summary)}. None of its tools was called. Try again, or run the agent without this server.`,
      { cause },
    );
  }

  async #connect(source: () => Promise<McpClient>): Promise<McpClient> {
    let client: McpClient;
    try {
      client = await source();
    } catch (cause) {
      throw this.unavailable('cannot be connected', cause);
    }
    checkVersion(client);
    return client;
  }

  /** Returns `true` for the first of several requests that find the session lost. */
  #forget(connecting: Promise<McpClient>): boolean {
    if (this.#client !== connecting) return false;
    this.#client = undefined;
    return true;
  }
}

/** Throws for version 1 of the client: its `callTool` takes options in another position, so results would be lost. */
function checkVersion(client: McpClient): void {
  if (!('getToolOutputValidator' in client)) return;
  throw new UserError(
    'mcp-client-version',
    'mcpToolset() got a client of @modelcontextprotocol/sdk 1, whose calls it cannot make. Use the Client of @modelcontextprotocol/client 2, which also supports older servers, or the tools of createMCPClient() of @ai-sdk/mcp.',
  );
}

/**
 * Returns `true` when a server rejected a request because of an unknown session, or the request was not sent without
 * one.
 */
function isSessionGone(error: unknown): boolean {
  if (!isRecord(error)) return false;
  const { code, data, message, status = isRecord(data) ? data.status : undefined } = error;
  if (code === 'NOT_CONNECTED' || status === 404) return true;
  return status === 400 && typeof message === 'string' && /session/i.test(message);
}
