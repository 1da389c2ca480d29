import fc from 'fast-check';
import './patient-waits.js';

// The gate plays the same random cases each time, so that it never fails by chance. `npm run test:all` looks for new ones.
if (process.env.COUNTERSIGN_ALL !== '1') fc.configureGlobal({ seed: 20_261_126 });
