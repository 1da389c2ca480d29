import { describeDisguises } from './describe-disguises.js';

// Once more with Chromium's URL parser, which is the one that counts.
describeDisguises();
