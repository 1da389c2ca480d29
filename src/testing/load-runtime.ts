import { loadEagerly } from '../eager/load-eagerly.js';
import { loadStorageEagerly } from '../eager/load-storage-eagerly.js';

// Code that is loaded in the middle of a test would make it wait in real time, even with a virtual clock.
loadEagerly();
loadStorageEagerly();
