import type { Root } from 'postcss';

/** Puts rules that say the same into one, where no rule between them can tell. */
export declare function mergeRules(root: Root): void;
