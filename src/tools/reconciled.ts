/** What became of a call that began in an earlier life of its run. `not-run`: it certainly had no effect, so that it may run now. */
export type Reconciled<OUTPUT = unknown> =
  | { readonly status: 'returned'; readonly value: OUTPUT }
  | { readonly status: 'failed'; readonly message: string }
  | { readonly status: 'not-run' }
  | { readonly status: 'unknown' };
