import fc from 'fast-check';
import { afterEach } from 'vitest';
import './patient-waits.js';

// The gate plays the same random cases each time, so that it never fails by chance. `npm run test:all` looks for new
// ones.
const randomSeed = process.env.COUNTERSIGN_ALL === '1' ? Math.floor(Math.random() * 2 ** 31) : 20_261_126;
const seed = Number(process.env.COUNTERSIGN_PROPERTY_SEED ?? randomSeed);
fc.configureGlobal({ seed });

// fast-check adds the seed to its own errors only: a time limit, or a check after the property, would fail without it.
afterEach(({ task }) => {
  if (task.result?.state !== 'fail') return;
  process.stderr.write(`${task.name}: COUNTERSIGN_PROPERTY_SEED=${seed}, unless the test sets a seed itself\n`);
});
