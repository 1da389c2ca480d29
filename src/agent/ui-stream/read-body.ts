import { RemoteError } from '../../protocol/base/errors.js';
import type { Patience } from './read-events.js';

/** Limits for a body that is read as a whole. */
export interface BodyLimits extends Pick<Patience, 'idleTimeout' | 'clock'> {
  /** The longest body, in bytes. */
  readonly maxBytes: number;
}

/**
 * Reads a body as text. A server that stalls, or that never ends, would hold up everything that waits for it.
 *
 * @throws RemoteError `remote-cut` when the body takes longer than `idleTimeout` or breaks off, `remote-malformed` when it is too large.
 */
export async function readBodyText(response: Response, { maxBytes, idleTimeout, clock }: BodyLimits): Promise<string> {
  const reader = response.body?.getReader();
  if (reader === undefined) return '';
  let failure: RemoteError | undefined;
  const giveUp = (error: RemoteError): void => {
    failure ??= error;
    void reader.cancel(error).catch(() => {});
  };
  const late = new RemoteError(
    'remote-cut',
    `The server sent no complete answer within ${idleTimeout / 1000} seconds.`,
  );
  const cancel = idleTimeout <= longestTimer ? clock.setTimeout(() => giveUp(late), idleTimeout) : () => {};
  const decoder = new TextDecoder();
  let [text, size] = ['', 0];
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (failure !== undefined) throw failure;
      if (done) return text + decoder.decode();
      size += value.byteLength;
      if (size > maxBytes)
        giveUp(new RemoteError('remote-malformed', `The server sent an answer of more than ${maxBytes} bytes.`));
      if (failure !== undefined) throw failure;
      text += decoder.decode(value, { stream: true });
    }
  } catch (cause) {
    if (failure !== undefined) throw failure;
    throw new RemoteError('remote-cut', 'The answer of the server broke off.', { cause });
  } finally {
    cancel();
  }
}

/** The longest time that a timer takes, in milliseconds. A longer one would fire at once. */
const longestTimer = 2 ** 31 - 1;
