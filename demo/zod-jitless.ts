import { z } from 'zod';

// Imported before any schema is made: without it zod probes `Function` once, which a strict Content-Security-Policy reports.
z.config({ jitless: true });
