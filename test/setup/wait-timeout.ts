import { vi } from 'vitest';

/** The timeout of every wait, in milliseconds. The default of one second is too short on a busy machine. */
export const waitTimeout = 15_000;

type Limits = number | { readonly timeout?: number; readonly interval?: number } | undefined;

const patient = (limits: Limits): Limits => (typeof limits === 'number' ? limits : { timeout: waitTimeout, ...limits });

const { waitFor, waitUntil } = vi;
vi.waitFor = (callback, limits) => waitFor(callback, patient(limits));
vi.waitUntil = (callback, limits) => waitUntil(callback, patient(limits));
