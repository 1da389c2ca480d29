/** How long reading may go on without a break: a frame at 60 Hz has 16 ms, and the page needs a part of it. */
const longestSlice = 10;
/** How many parts are read between two looks at the clock. */
const stride = 16;

/** Resolves in a task of its own, so that the page can paint and take clicks. A message is neither throttled nor delayed as timers are. */
export function nextTask(): Promise<void> {
  const task = newTask();
  pendingTasks.add(task);
  void task.then(() => pendingTasks.delete(task));
  return task;
}

/** The same for who waits for those of others, and is not to be waited for. */
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

/** Messages of different channels come in no set order. */
const pendingTasks: Set<Promise<void>> = new Set();

/** Waits for the tasks that are on their way, and tells whether there were any: for a virtual clock, which cannot see them. */
export async function allTasks(): Promise<boolean> {
  const tasks = await Promise.all(pendingTasks);
  return tasks.length > 0;
}

/**
 * Counts parts as they are read; gives a promise to wait for when it is time for a break.
 */
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
