import { ApprovalQueue } from '../../src/components/batch/approval-queue.js';
import { queuePart } from '../../src/components/batch/later-queue.js';
import { PreviewBody } from '../../src/components/preview/preview-content.js';
import { previewBodyPart } from '../../src/components/preview/preview-view.js';
import { loadEagerly } from '../../src/eager/load-eagerly.js';
import { loadStorageEagerly } from '../../src/eager/load-storage-eagerly.js';
import './patient-waits.js';

// Code that one file began to load would be waited for by the next, and never come: files share a worker, and what they load ends with them.
loadEagerly();
loadStorageEagerly();
queuePart.give(ApprovalQueue);
previewBodyPart.give(PreviewBody);
