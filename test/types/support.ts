/** True if both types are equal. `any` equals only itself. */
export type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** Compiles only for `true`. */
export function expectType<_TRUE extends true>(): void {}
