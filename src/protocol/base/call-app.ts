/** Calls a function of the app. What it throws is the page's to hear of, and no part of the run. */
export function callApp<VALUE>(listener: ((value: VALUE) => void) | undefined, value: VALUE): void {
  try {
    listener?.(value);
  } catch (error) {
    // Where nothing reports, as on an old server, an error of its own task is heard of as well.
    if (typeof reportError === 'function') reportError(error);
    else queueMicrotask(() => Promise.reject(error));
  }
}
