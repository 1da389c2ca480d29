import type { RunStore } from '../runs/run-store.js';
import { LiveChats } from './live-chats.js';

/**
 * Closes the chats of a store in this process, before the process ends. New requests are refused (503). Responses that
 * are running continue until they are complete or wait for answers. A response that is cut off, because the process
 * ends earlier, continues in another process.
 *
 * @returns a promise that resolves when no response is running.
 * @example process.once('SIGTERM', () => void closeChats(store).then(() => store.close()));
 */
export async function closeChats(store: RunStore): Promise<void> {
  const { gate, turns } = LiveChats.of(store);
  await gate.close();
  await Promise.all([...turns.values()].map((turn) => turn.whenSettled()));
}
