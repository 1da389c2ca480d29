// @vitest-environment jsdom
import { describe } from 'vitest';
import { domCases } from './cases.js';

describe('in jsdom', domCases);
