/** The number of bytes of a refused request that are read, so that an endless body ends. */
const maxDiscarded = 64_000_000;

/**
 * Reads the body of a request that was refused before it was read, and stores nothing of it. HTTP/1 servers reset a
 * connection with an unread body, and the client would not get the refusal.
 */
export function discardBody({ body, bodyUsed }: Request): void {
  // Firefox has no `Request.body`.
  if (!body || bodyUsed) return;
  let read = 0;
  const write = (part: Uint8Array): void => {
    read += part.byteLength;
    if (read > maxDiscarded) throw new Error('The body is too large.');
  };
  body.pipeTo(new WritableStream({ write })).catch(() => {});
}
