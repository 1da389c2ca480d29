import { connectAgent } from 'countersign';
import { indexedDbStorage } from 'countersign/persistence';
import { z } from 'zod';

z.config({ jitless: true }); // extensions forbid `eval`, which zod would try

/** The agent in the service worker. Its port is opened again after Chrome has stopped the worker. */
export const agent = connectAgent(() => chrome.runtime.connect());

/** Restores messages and cards when the panel is opened again. The worker's storage has another name. */
export const storage = indexedDbStorage({ name: 'notes-panel' });
