/** Invokes a callback of the app. An exception in it is reported to the page and does not affect the run. */
export function invokeCallback<VALUE>(listener: ((value: VALUE) => void) | undefined, value: VALUE): void {
  try {
    listener?.(value);
  } catch (error) {
    // Without `reportError`, as on an old server, an exception in a task of its own is reported as well.
    if (typeof reportError === 'function') reportError(error);
    else queueMicrotask(() => Promise.reject(error));
  }
}
