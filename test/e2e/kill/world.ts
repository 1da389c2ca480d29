import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Hold } from './delayed-writes.js';
import type { Found, Over } from './page.js';

/** Something that was done outside of all pages. */
export interface Effect {
  readonly life: number;
  readonly call: string;
  readonly key: string;
  readonly path: string;
  readonly response: string;
}

/** Something that a person was asked. */
export interface Asked {
  readonly life: number;
  readonly id: string;
  readonly batchId: string;
  readonly call: string;
  readonly isBegun: boolean;
}

/** What a page is to do at the moment that it has reached. */
export type Fate = 'die' | 'leave' | 'go on';

/** A page stands still at a moment, until it is told its fate. */
export interface Cut {
  readonly moment: string;
  readonly decide: (fate: Fate) => void;
}

/** Something that happens once. */
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

/** All that is outside of the pages of one conversation, and outlives them. */
export class World {
  readonly url: string;
  readonly effects: Effect[] = [];
  readonly asked: Asked[] = [];
  /** Every result that a model has read, as it was: nobody may take it back. */
  readonly told: Set<string> = new Set();
  /** Responses that a model was asked for again, after something had been done that they called for. */
  readonly askedAgain: Set<string> = new Set();
  readonly found: Map<number, Found> = new Map();
  /** Calls that ended as `unknown`: nobody was there to say what became of them. */
  readonly unknown: Set<string> = new Set();
  /** Calls of which a person was asked what became of them, and said it: what had not happened was to run again. */
  readonly askedBegun: Set<string> = new Set();
  /** A tab that stood still has gone on, and may have written what it was about to write when others had looked. */
  hasThawed = false;
  /** All that its pages told, to see where they stand still. */
  readonly heard: string[] = [];
  readonly #promises: Map<string, Signal<unknown>> = new Map();

  constructor(url: string) {
    this.url = url;
  }

  /**
   * The address of a page that ends at its so manieth moment, waits at its gate before it does anything, or has writes
   * that are held.
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

  /** The moment at which a life is to end. */
  readonly cut = (life: number): Promise<Cut> => this.#of<Cut>(`cut ${life}`).promise;
  /** The conversation is over, in this life. */
  readonly over = (life: number): Promise<Over> => this.#of<Over>(`over ${life}`).promise;
  /** What a life had held is written, or refused. */
  readonly wrote = (life: number): Promise<unknown> => this.#of(`wrote ${life}`).promise;
  /** The life has learnt where the conversation goes on. */
  readonly placed = (life: number, place: 'here' | 'elsewhere'): Promise<unknown> =>
    this.#of(`${place} ${life}`).promise;

  /** Lets the writes go that are held. */
  letGo(): void {
    this.#of('held').resolve(undefined);
  }

  openGate(): void {
    this.#of('gate').resolve(undefined);
  }

  /** What a page says and asks. */
  async hear(what: string, told: { readonly life: number } & Record<string, unknown>): Promise<unknown> {
    this.heard.push(`${told.life} ${what} ${told.place ?? told.words ?? told.call ?? told.moment ?? ''}`);
    switch (what) {
      case 'effect':
        this.effects.push(told as unknown as Effect); // the page of this test sends it
        return `did ${told.path}`;
      case 'asked':
        this.asked.push(told as unknown as Asked);
        if (told.isBegun === true) this.askedBegun.add(String(told.call));
        return this.effects.filter(({ call }) => call === told.call).length;
      case 'found':
        this.found.set(told.life, told as unknown as Found);
        return null;
      case 'told':
        for (const result of told.results as readonly string[]) this.told.add(result); // as the model's stand-in sends them
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

/** Serves a page to any number of worlds, and hears what its lives tell. */
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

  /** A world in which nothing has happened yet. */
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
    response.end(JSON.stringify((await this.#worlds.get(path)?.hear(what, told)) ?? null));
  }
}
