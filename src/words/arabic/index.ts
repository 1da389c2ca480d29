export { arabicStrings } from './arabic.js';
