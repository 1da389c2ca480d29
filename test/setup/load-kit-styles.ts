import { afterAll, beforeAll } from 'vitest';
// biome-ignore lint/correctness/useImportExtensions: Vite reads the query
import kitStyles from '../../src/styles/styles.css?inline';

/**
 * Loads the kit's styles while the tests of a file run. Test files share a page: a plain import would leave
 * the styles for the files that follow, and would do nothing in a second file that imports them.
 */
export function loadKitStyles(): void {
  const style = document.createElement('style');
  style.textContent = kitStyles;
  beforeAll(() => document.head.append(style));
  afterAll(() => style.remove());
}
