import fc from 'fast-check';
import { afterAll, afterEach } from 'vitest';
import { ApprovalQueue } from '../../src/components/batch/approval-queue.js';
import { queuePart } from '../../src/components/batch/later-queue.js';
import { PreviewBody } from '../../src/components/preview/preview-content.js';
import { previewBodyPart } from '../../src/components/preview/preview-view.js';
import { loadEagerly } from '../../src/eager/load-eagerly.js';
import { loadStorageEagerly } from '../../src/eager/load-storage-eagerly.js';
import { allLoaded } from '../../src/protocol/base/lazy-part.js';
import './patient-waits.js';

// The gate plays the same random cases each time, so that it never fails by chance. `npm run test:all` looks for new ones.
const randomSeed = process.env.COUNTERSIGN_ALL === '1' ? Math.floor(Math.random() * 2 ** 31) : 20_261_126;
const seed = Number(process.env.COUNTERSIGN_PROPERTY_SEED ?? randomSeed);
fc.configureGlobal({ seed });

// fast-check adds the seed to its own errors only: a time limit, or a check after the property, would fail without it.
afterEach(({ task }) => {
  if (task.result?.state !== 'fail') return;
  process.stderr.write(`${task.name}: COUNTERSIGN_PROPERTY_SEED=${seed}, unless the test sets a seed itself\n`);
});

// Tests of what runs are not about when its code comes.
loadEagerly();
loadStorageEagerly();
queuePart.give(ApprovalQueue);
previewBodyPart.give(PreviewBody);

// What a file has begun to load is to come before it ends: files share a worker, and a virtual clock of the next would wait for it in vain.
afterAll(async () => {
  while (await allLoaded());
});
