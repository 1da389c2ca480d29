import { type LazyPart, lazyPart } from '../../protocol/base/lazy-part.js';
import { type TextChecks, takeTextChecks } from './text-checks.js';

/** A page has no text of a model or a tool before its first run: what looks through them is loaded with it, and nothing of a run is shown before. */
export const textChecksPart: LazyPart<TextChecks> = lazyPart(async () =>
  takeTextChecks((await import('./all-text-checks.js')).allTextChecks),
);
