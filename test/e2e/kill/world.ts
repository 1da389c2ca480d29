import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Hold } from './delayed-writes.js';
import type { FinishedConversation, FoundState } from './page.js';

/** An effect outside of all pages. */
export interface Effect {
  readonly life: number;
  readonly call: string;
  readonly key: string;
  readonly path: string;
  readonly response: string;
}

/** A request that a person received. */
export interface PersonRequest {
  readonly life: number;
  readonly id: string;
  readonly batchId: string;
  readonly call: string;
  readonly isBegun: boolean;
}

/** The fate of a page at the moment that it has reached. */
export type PageFate = 'die' | 'leave' | 'go on';

/** A page that is blocked at a moment until its fate is decided. */
export interface Cut {
  readonly moment: string;
  readonly decide: (fate: PageFate) => void;
}

/** A promise with its `resolve` function. */
interface Signal<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
}

function makeSignal(): Signal<unknown> {
  let resolve: Signal<unknown>['resolve'] = () => {};
  const promise = new Promise<unknown>((settle) => {
    resolve = settle;
  });
  return { promise, resolve: (value) => resolve(value) };
}

/** Everything outside of the pages of one conversation, which outlives them. */
export class World {
  readonly url: string;
  readonly effects: Effect[] = [];
  readonly asked: PersonRequest[] = [];
  /** Every result that a model has read, unchanged. */
  readonly told: Set<string> = new Set();
  /** Responses that were requested from a model again after one of their calls had an effect. */
  readonly askedAgain: Set<string> = new Set();
  readonly found: Map<number, FoundState> = new Map();
  /** Calls that ended as `unknown`, without a person who reported their outcome. */
  readonly unknown: Set<string> = new Set();
  /** Interrupted calls whose outcome a person reported. Calls without an effect were run again. */
  readonly askedBegun: Set<string> = new Set();
  /** True after a frozen tab has continued, which may then have written outdated data. */
  hasThawed = false;
  /** All messages of the pages, to debug a page that hangs. */
  readonly heard: string[] = [];
  readonly #promises: Map<string, Signal<unknown>> = new Map();

  constructor(url: string) {
    this.url = url;
  }

  /**
   * Returns the URL of a page that ends at moment number `ends`, waits at the gate before it does anything, or
   * holds writes.
   */
  page(
    life: number,
    { ends, gate, hold }: { readonly ends?: number; readonly gate?: 'closed'; readonly hold?: Hold } = {},
  ): string {
    const query = new URLSearchParams({ life: String(life) });
    if (ends !== undefined) query.set('ends', String(ends));
    if (gate !== undefined) query.set('gate', gate);
    if (hold !== undefined) query.set('hold', JSON.stringify(hold));
    return `${this.url}?${query}`;
  }

  /** Resolves when an activation reaches its last moment. */
  readonly cut = (life: number): Promise<Cut> => this.#of<Cut>(`cut ${life}`).promise;
  /** Resolves when the conversation has finished in this activation. */
  readonly over = (life: number): Promise<FinishedConversation> =>
    this.#of<FinishedConversation>(`over ${life}`).promise;
  /** Resolves when the held writes of an activation are written or rejected. */
  readonly wrote = (life: number): Promise<unknown> => this.#of(`wrote ${life}`).promise;
  /** Resolves when the activation knows whether its tab leads (`here`) or follows (`elsewhere`). */
  readonly placed = (life: number, place: 'here' | 'elsewhere'): Promise<unknown> =>
    this.#of(`${place} ${life}`).promise;

  /** Releases the held writes. */
  release(): void {
    this.#of('held').resolve(undefined);
  }

  openGate(): void {
    this.#of('gate').resolve(undefined);
  }

  /** Handles a message of a page, and returns the response. */
  async handle(what: string, told: { readonly life: number } & Record<string, unknown>): Promise<unknown> {
    this.heard.push(`${told.life} ${what} ${told.place ?? told.words ?? told.call ?? told.moment ?? ''}`);
    switch (what) {
      case 'effect':
        this.effects.push(told as unknown as Effect); // sent by the page of this test
        return `did ${told.path}`;
      case 'asked':
        this.asked.push(told as unknown as PersonRequest);
        if (told.isBegun === true) this.askedBegun.add(String(told.call));
        return this.effects.filter(({ call }) => call === told.call).length;
      case 'found':
        this.found.set(told.life, told as unknown as FoundState);
        return null;
      case 'told':
        for (const result of told.results as readonly string[]) this.told.add(result); // sent by the scripted model
        if (this.effects.some(({ life, response }) => life <= told.life && response === told.response))
          this.askedAgain.add(String(told.response));
        return null;
      case 'says':
        return null;
      case 'unknown':
        this.unknown.add(String(told.call));
        return null;
      case 'gate':
      case 'held':
        return await this.#of(what).promise;
      case 'reached':
        return await new Promise((decide) =>
          this.#of(`cut ${told.life}`).resolve({ moment: String(told.moment), decide }),
        );
      default:
        this.#of(`${what === 'place' ? told.place : what} ${told.life}`).resolve(told);
        return null;
    }
  }

  #of<T>(name: string): Signal<T> {
    const known = this.#promises.get(name) ?? makeSignal();
    this.#promises.set(name, known);
    return known as Signal<T>; // each name has one type
  }
}

/** Serves a page to any number of worlds, and forwards the messages of their pages. */
export class Worlds {
  readonly #server: Server;
  readonly #worlds: Map<string, World> = new Map();

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(script: string): Promise<Worlds> {
    const server = createServer();
    const worlds = new Worlds(server);
    server.on('request', (request, response) => void worlds.#answer(script, request, response));
    server.listen(0, 'localhost');
    await once(server, 'listening');
    return worlds;
  }

  /** Creates a new world. */
  make(): World {
    const { port } = this.#server.address() as AddressInfo; // it listens
    const path = `/${this.#worlds.size + 1}/`;
    const world = new World(`http://localhost:${port}${path}`);
    this.#worlds.set(path, world);
    return world;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #answer(script: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '', 'http://localhost');
    if (request.method === 'GET') {
      const isScript = pathname === '/page.js';
      response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
      response.setHeader('cache-control', 'max-age=600');
      response.end(isScript ? script : '<!doctype html><title>Kept</title><script src="/page.js" async></script>');
      return;
    }
    const [, path = '', what = ''] = /^(\/\d+\/)(\w+)$/.exec(pathname) ?? [];
    const told = JSON.parse(await text(request));
    response.end(JSON.stringify((await this.#worlds.get(path)?.handle(what, told)) ?? null));
  }
}
