/** A response that a test sends piece by piece. */
export interface StreamedResponse {
  readonly say: (text: string) => void;
  /** Returns `true` once the client has disconnected. */
  readonly isHungUp: () => boolean;
  readonly response: Response;
}

/** Opens an event stream, without any events yet. */
export function streamResponse(): StreamedResponse {
  let hungUp = false;
  let say = (_: string): void => {};
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      say = (text) => controller.enqueue(new TextEncoder().encode(text));
    },
    cancel: () => {
      hungUp = true;
    },
  });
  const response = new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  return { say: (text) => say(text), isHungUp: () => hungUp, response };
}

/**
 * Returns a `fetch` that answers with one response after the other, without a network, and records each
 * request.
 */
export function scriptedFetch(responses: readonly (() => Response | Promise<Response>)[]) {
  const asked: { readonly method: string; readonly url: string }[] = [];
  const fetch: typeof globalThis.fetch = async (url, init) => {
    const next = responses[asked.length];
    asked.push({ method: init?.method ?? 'GET', url: String(url) });
    return (await next?.()) ?? new Response('no more answers', { status: 500 });
  };
  return { fetch, asked };
}
