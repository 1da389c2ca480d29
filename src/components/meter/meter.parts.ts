export { MeterBar as Bar, MeterCost as Cost, MeterTokens as Tokens } from './meter-parts.js';
export { MeterRoot as Root } from './meter-root.js';
