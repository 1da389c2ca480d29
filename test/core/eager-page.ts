import { loadEagerly } from '../../src/eager/index.js';

// The same page with all code of the runtime in it.

loadEagerly();

export * from './plain-page.js';
