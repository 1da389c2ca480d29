/** The condition to stop reading: a predicate over the text received so far, or a promise. */
export type StopCondition = ((text: string) => boolean) | Promise<unknown>;

/** Reads a response until it ends or the condition is met; then aborts the request. */
export async function readUntil(
  open: (signal: AbortSignal) => Promise<Response>,
  enough: StopCondition,
): Promise<{ readonly status: number; readonly text: string }> {
  const gone = new AbortController();
  let text = '';
  let status = 0;
  if (typeof enough !== 'function') void enough.then(() => gone.abort());
  try {
    const response = await open(gone.signal);
    status = response.status;
    const decoder = new TextDecoder();
    for await (const bytes of response.body ?? []) {
      text += decoder.decode(bytes, { stream: true });
      if (typeof enough === 'function' && enough(text)) gone.abort();
    }
  } catch (error) {
    if (!gone.signal.aborted) throw error;
  }
  return { status, text };
}
