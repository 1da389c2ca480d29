// @vitest-environment happy-dom
import { describe } from 'vitest';
import { domCases } from './cases.js';

describe('in happy-dom', domCases);
