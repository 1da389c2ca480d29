import type { Root } from 'postcss';

/** Merges rules with equal declarations, if no rule between them can be affected. */
export declare function mergeRules(root: Root): void;
