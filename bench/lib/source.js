/** The words of the text, the same in each run, so that only the kits differ. */
const words = 'the and of to in is run tool data page step plan list agent state React fetch a we it'.split(' ');

/** Splits text into deltas of a few characters. */
export function makeDeltas(count, seed = 7) {
  let state = seed;
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return ` ${words[Math.floor((state / 2 ** 32) * words.length)]}`;
  });
}

const channel = new MessageChannel();
const waiting = [];
channel.port1.onmessage = () => waiting.shift()?.();

/** Resolves in a new task, sooner than a timer. */
export function macrotask() {
  return new Promise((resolve) => {
    waiting.push(resolve);
    channel.port2.postMessage(0);
  });
}

/**
 * Yields deltas on demand. `burst`: only microtasks between them; `task`: one task each, like a fast local server;
 * `paced`: one each 8 ms, like a network.
 */
export async function* deltaSource({ deltas, mode, onFirst, onEach }) {
  const startedAt = performance.now();
  for (const [index, delta] of deltas.entries()) {
    if (mode === 'task') await macrotask();
    const early = startedAt + (index + 1) * 8 - performance.now();
    if (mode === 'paced' && early > 0) await new Promise((resolve) => setTimeout(resolve, early));
    if (index === 0) onFirst();
    onEach(index);
    yield delta;
  }
}

/** Returns a stream that does not read ahead. */
export function pullStream(chunks) {
  const iterator = chunks[Symbol.asyncIterator]();
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await iterator.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await iterator.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}
