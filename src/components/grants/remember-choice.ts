'use client';
import { RememberLifetime, RememberScopeSelect, RememberWords } from './remember-parts.js';
import { RememberRoot } from './remember-root.js';

/** The parts of the choice whether an answer is remembered. */
export const RememberChoice: {
  readonly Root: typeof RememberRoot;
  readonly Scope: typeof RememberScopeSelect;
  readonly Lifetime: typeof RememberLifetime;
  readonly Words: typeof RememberWords;
} = { Root: RememberRoot, Scope: RememberScopeSelect, Lifetime: RememberLifetime, Words: RememberWords };
