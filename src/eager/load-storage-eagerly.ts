import { writing } from '../persistence/writing.js';
import { writingPart } from '../persistence/writing-part.js';

/**
 * Brings all code of `countersign/persistence` with the page, as `loadEagerly()` does that of the runtime: apart from it, so that who keeps nothing pays for no
 * storage. Call it once, before a storage is first used.
 *
 * @example
 * import { loadEagerly, loadStorageEagerly } from 'countersign/eager';
 * loadEagerly();
 * loadStorageEagerly();
 */
export function loadStorageEagerly(): void {
  writingPart.give(writing);
}
