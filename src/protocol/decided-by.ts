/** Who or what answered for a call. */
export type DecidedBy =
  /** A person, in the page or elsewhere. */
  | { readonly type: 'person'; readonly name?: string }
  /** The page: a client tool's own function. */
  | { readonly type: 'page' }
  /** The app's `deferredToolHandler`. */
  | { readonly type: 'handler' }
  /** A policy; without `rule`, because none of its rules speaks of the call. */
  | { readonly type: 'rule'; readonly policy: string; readonly rule?: string }
  /** A decision that a person asked to be remembered. */
  | { readonly type: 'grant'; readonly grantIds: readonly string[] }
  /** Nobody: the time was up. */
  | { readonly type: 'expiry' };
