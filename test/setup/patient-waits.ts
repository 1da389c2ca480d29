import { vi } from 'vitest';

/**
 * How long what is waited for may take, in milliseconds: it comes or does not. The second that is the default is short
 * on a busy machine.
 */
export const patience = 15_000;

type Limits = number | { readonly timeout?: number; readonly interval?: number } | undefined;

const patient = (limits: Limits): Limits => (typeof limits === 'number' ? limits : { timeout: patience, ...limits });

const { waitFor, waitUntil } = vi;
vi.waitFor = (callback, limits) => waitFor(callback, patient(limits));
vi.waitUntil = (callback, limits) => waitUntil(callback, patient(limits));
