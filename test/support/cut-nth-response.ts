/** Returns a `fetch` that cuts one response, counted from 1, after `bytes` bytes. */
export function cutNthResponse(number: number, bytes: number): typeof fetch {
  let count = 0;
  return async (input, init) => {
    const response = await fetch(input, init);
    count += 1;
    if (count !== number || response.body === null) return response;
    let left = bytes;
    const cut = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        const part = chunk.subarray(0, left);
        left -= part.length;
        if (part.length > 0) controller.enqueue(part);
        if (left <= 0) controller.error(new TypeError('network error'));
      },
    });
    return new Response(response.body.pipeThrough(cut), response);
  };
}
