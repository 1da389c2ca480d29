/** The time limit of closing connections, in milliseconds. */
const closeTimeoutMs = 5000;

/** Waits until connections are closed, for a limited time. Never rejects. */
export async function endWithin(closing: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isOver = new Promise((resolve) => {
    timer = setTimeout(resolve, closeTimeoutMs);
  });
  await Promise.race([closing.catch(() => {}), isOver]);
  clearTimeout(timer);
}
