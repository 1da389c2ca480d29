import { lazyPart } from '../../protocol/lazy-part.js';

/**
 * Loads what only previews need.
 *
 * @throws UserError `part-not-loaded`.
 */
export const previewPart: () => Promise<typeof import('./load-preview.js')> = lazyPart(
  () => import('./load-preview.js'),
);
