export { loadEagerly } from './load-eagerly.js';
