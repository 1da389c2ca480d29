/** The milliseconds of work without a break: a frame at 60 Hz has 16 ms, and the page needs a part of it. */
const longestSlice = 10;
/** The number of parts that are read between two looks at the clock. */
const stride = 16;

/**
 * Resolves in a task of its own, so that the page can paint and handle clicks. Unlike timers, messages are neither
 * throttled nor delayed.
 */
export function nextTask(): Promise<void> {
  const task = newTask();
  pendingTasks.add(task);
  void task.then(() => pendingTasks.delete(task));
  return task;
}

/** Resolves in a task of its own that {@link allTasks} does not wait for. */
export function newTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

/** The order of messages of different channels is undefined. */
const pendingTasks: Set<Promise<void>> = new Set();

/** Waits for all pending tasks and returns `true` if there were any, for a virtual clock, which cannot see them. */
export async function allTasks(): Promise<boolean> {
  const tasks = await Promise.all(pendingTasks);
  return tasks.length > 0;
}

/** Returns a function that counts parts as they are read, and returns a promise when it is time for a break. */
export function breather(): () => Promise<void> | undefined {
  let count = 0;
  let since = performance.now();
  return () => {
    if (++count % stride !== 0 || performance.now() - since < longestSlice) return undefined;
    return nextTask().then(() => {
      since = performance.now();
    });
  };
}
