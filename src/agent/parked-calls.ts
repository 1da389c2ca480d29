export { checkedResults } from './check-results.js';
export { digestOf, withDigests } from './proof.js';
export { deferralFromHistory, resumeStep } from './resume-step.js';
