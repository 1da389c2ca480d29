/** What most runs never need: one file, which is loaded when the first of them does. */

export { watchInputs } from '../tools/watch-inputs.js';
export { askForMore } from './ask-for-more.js';
export { checkOutput } from './check-output.js';
export { checkedResults } from './check-results.js';
export { convertFiles } from './model/convert-files.js';
export { digestOf, withDigests } from './proof.js';
export { deferralFromHistory, resumeStep } from './resume-step.js';
