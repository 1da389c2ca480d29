import type { Plugin } from 'postcss';

/** Takes what resets must not undo out of the kit's layer. */
export declare function splitStyles(): Plugin;
