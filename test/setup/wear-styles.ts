import { afterAll, beforeAll } from 'vitest';
// biome-ignore lint/correctness/useImportExtensions: Vite reads what stands behind the name
import kitStyles from '../../src/styles/styles.css?inline';

/**
 * Puts the kit's styles on while the tests of a file run. Files share a page: imported for its effect, the sheet would
 * stay for every file that follows, and a second file that imports it would get none.
 */
export function wearStyles(): void {
  const style = document.createElement('style');
  style.textContent = kitStyles;
  beforeAll(() => document.head.append(style));
  afterAll(() => style.remove());
}
