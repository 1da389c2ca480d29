export { loadEagerly } from './load-eagerly.js';
export { loadStorageEagerly } from './load-storage-eagerly.js';
