import type { DeferredToolHandler } from '../../approval/broker/handler.js';

/** The handler that comes after an app's own: it asks people. */
export const askFirst: DeferredToolHandler = (requests, { ask }) => ask(requests);
