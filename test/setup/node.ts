import fc from 'fast-check';
import { afterAll } from 'vitest';
import { ApprovalQueue } from '../../src/components/batch/approval-queue.js';
import { queuePart } from '../../src/components/batch/later-queue.js';
import { PreviewBody } from '../../src/components/preview/preview-content.js';
import { previewBodyPart } from '../../src/components/preview/preview-view.js';
import { loadEagerly } from '../../src/eager/load-eagerly.js';
import { loadStorageEagerly } from '../../src/eager/load-storage-eagerly.js';
import { allLoaded } from '../../src/protocol/base/lazy-part.js';
import './patient-waits.js';

// The gate plays the same random cases each time, so that it never fails by chance. `npm run test:all` looks for new ones.
if (process.env.COUNTERSIGN_ALL !== '1') fc.configureGlobal({ seed: 20_261_126 });

// Tests of what runs are not about when its code comes.
loadEagerly();
loadStorageEagerly();
queuePart.give(ApprovalQueue);
previewBodyPart.give(PreviewBody);

// What a file has begun to load is to come before it ends: files share a worker, and a virtual clock of the next would wait for it in vain.
afterAll(async () => {
  while (await allLoaded());
});
