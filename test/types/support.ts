/** True when both types are the same, `any` told apart from everything else. */
export type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** Compiles for `true` only. */
export function expectType<_TRUE extends true>(): void {}
