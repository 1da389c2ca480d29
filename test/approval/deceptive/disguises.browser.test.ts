import { describeDisguises } from './describe-disguises.js';

// Runs the same tests with Chromium’s URL parser, which the kit uses in production.
describeDisguises();
