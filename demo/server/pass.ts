import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { ReadableStream as NodeStream } from 'node:stream/web';

/** Converts a request of Node to a web request, and sends the response. */
export async function forward(
  from: IncomingMessage,
  to: ServerResponse,
  { handle, origin }: { readonly handle: (request: Request) => Promise<Response>; readonly origin: string },
): Promise<void> {
  const headers = new Headers();
  for (const [name, value] of Object.entries(from.headers)) if (typeof value === 'string') headers.set(name, value);
  const body =
    from.method === 'POST' ? { body: Readable.toWeb(from) as ReadableStream<Uint8Array>, duplex: 'half' as const } : {};
  const gone = new AbortController();
  to.on('close', () => gone.abort());
  const request = new Request(new URL(from.url ?? '/', origin), {
    method: from.method ?? 'GET',
    headers,
    signal: gone.signal,
    ...body,
  });
  const answer = await handle(request);
  to.writeHead(answer.status, Object.fromEntries(answer.headers));
  if (answer.body === null) {
    to.end();
    return;
  }
  const stream = Readable.fromWeb(answer.body as NodeStream);
  // A page that is closed ends its stream, but not the run.
  to.on('close', () => stream.destroy());
  stream.on('error', () => to.destroy());
  stream.pipe(to);
}
