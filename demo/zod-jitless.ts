import { z } from 'zod';

// Import this before any schema is created. Otherwise zod probes `Function`, which a strict Content-Security-Policy
// reports.
z.config({ jitless: true });
