/** What most runs never need: one file, which is loaded when the first of them does. */

export { watchInputs } from '../tools/watch-inputs.js';
export { checkedResults } from './batch/check-results.js';
export { digestOf, withDigests } from './batch/proof.js';
export { askForMore } from './calls/ask-for-more.js';
export { checkOutput } from './calls/check-output.js';
export { deferralFromHistory, resumeStep } from './loop/resume-step.js';
export { convertFiles } from './model/convert-files.js';
