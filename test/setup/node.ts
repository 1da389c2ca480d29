import fc from 'fast-check';
import { afterEach } from 'vitest';
import { setJsonSchemaValidator } from '../../src/protocol/schema.js';
import './wait-timeout.js';

// A normal run uses a fixed seed, so that it never fails by chance. `npm run test:all` tries new cases.
const randomSeed = process.env.COUNTERSIGN_ALL === '1' ? Math.floor(Math.random() * 2 ** 31) : 20_261_126;
const seed = Number(process.env.COUNTERSIGN_PROPERTY_SEED ?? randomSeed);
fc.configureGlobal({ seed });

// fast-check adds the seed to its own errors only, so a timeout or a check after the property would not show
// it.
afterEach(({ task }) => {
  if (task.result?.state !== 'fail') return;
  process.stderr.write(`${task.name}: COUNTERSIGN_PROPERTY_SEED=${seed}, unless the test sets a seed itself\n`);
});

// Entries such as `countersign/server` register a validator when they are first imported, in all files of a worker. A
// test must not depend on the files before it, so each file begins without one, and registers it if it needs one.
setJsonSchemaValidator(undefined);
