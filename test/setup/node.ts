import { loadEagerly } from '../../src/eager/load-eagerly.js';
import { loadStorageEagerly } from '../../src/eager/load-storage-eagerly.js';
import './patient-waits.js';

// Code that one file began to load would be waited for by the next, and never come: files share a worker, and what they load ends with them.
loadEagerly();
loadStorageEagerly();
