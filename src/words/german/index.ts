export { germanStrings } from './german.js';
