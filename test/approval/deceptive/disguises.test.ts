import { describeDisguises } from './describe-disguises.js';

describeDisguises();
