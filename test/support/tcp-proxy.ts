import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP proxy in front of Postgres that breaks connections as networks do. */
export interface TcpProxy {
  /** The URL of the database through the proxy. */
  readonly url: string;
  /** Cuts all connections, and rejects new ones until `restore()`. */
  readonly cut: () => void;
  /** Lets all packets of the open connections vanish, without closing them. New connections work. */
  readonly freeze: () => void;
  readonly restore: () => void;
  /** The number of connections that were opened. */
  readonly connections: () => number;
  readonly close: () => Promise<void>;
}

/** @param delayMs the time that packets need in each direction, in milliseconds. Default: none. */
export async function startTcpProxy(target: string, delayMs?: number): Promise<TcpProxy> {
  const { hostname, port } = new URL(target);
  const pairs = new Set<readonly [Socket, Socket]>();
  let isCut = false;
  let count = 0;
  const server = createServer((near) => {
    if (isCut) return near.destroy();
    count += 1;
    const far = connect(Number(port), hostname);
    const pair = [near, far] as const;
    pairs.add(pair);
    for (const socket of pair) {
      socket.on('error', () => {});
      socket.on('close', () => {
        near.destroy();
        far.destroy();
        pairs.delete(pair);
      });
    }
    connectSockets(near, far, delayMs);
    connectSockets(far, near, delayMs);
    return undefined;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  const destroyAll = (): void => {
    for (const [near, far] of pairs) for (const socket of [near, far]) socket.destroy();
  };
  return {
    url: url.href,
    cut: () => {
      isCut = true;
      destroyAll();
    },
    freeze: () => {
      for (const [near, far] of pairs) {
        near.unpipe(far).on('data', () => {});
        far.unpipe(near).on('data', () => {});
      }
    },
    restore: () => {
      isCut = false;
    },
    connections: () => count,
    close: async () => {
      destroyAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function connectSockets(from: Socket, to: Socket, delayMs: number | undefined): void {
  if (delayMs === undefined) {
    from.pipe(to);
    return;
  }
  // Timers of the same length fire in order.
  from.on('data', (packet) => setTimeout(() => to.writable && to.write(packet), delayMs));
  from.on('end', () => setTimeout(() => to.end(), delayMs));
}
