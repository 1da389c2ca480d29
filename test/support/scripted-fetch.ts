/** A response that a test tells piece by piece. */
export interface ToldResponse {
  readonly say: (text: string) => void;
  /** Whether nobody listens any more. */
  readonly isHungUp: () => boolean;
  readonly response: Response;
}

/** Begins an event stream, of which nothing has come yet. */
export function tellResponse(): ToldResponse {
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

/** Gives one response after the other, without a network; keeps how each was asked for. */
export function fetchOf(responses: readonly (() => Response | Promise<Response>)[]) {
  const asked: { readonly method: string; readonly url: string }[] = [];
  const fetch: typeof globalThis.fetch = async (url, init) => {
    const next = responses[asked.length];
    asked.push({ method: init?.method ?? 'GET', url: String(url) });
    return (await next?.()) ?? new Response('no more answers', { status: 500 });
  };
  return { fetch, asked };
}
