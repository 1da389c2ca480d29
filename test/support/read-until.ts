/** When a client has read enough: it says so of what has come by then, or it is told. */
export type Enough = ((text: string) => boolean) | Promise<unknown>;

/** Reads a response until it is over, or there is enough of it: then the client hangs up. */
export async function readUntil(
  open: (signal: AbortSignal) => Promise<Response>,
  enough: Enough,
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
