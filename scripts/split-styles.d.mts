import type { Plugin } from 'postcss';

/** Moves declarations that resets must not override out of the kit's layer. */
export declare function splitStyles(): Plugin;
