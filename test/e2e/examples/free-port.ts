import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** Returns a port that no program uses, as a string for the environment and the arguments of a program. */
export async function findFreePort(): Promise<string> {
  const server = createServer().listen(0, 'localhost');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return String(port);
}
