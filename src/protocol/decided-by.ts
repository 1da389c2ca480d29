/** Who or what answered for a call. */
export type DecidedBy =
  /** A person, in the page or elsewhere. `page` names the page where several show one conversation: the same name, the same page. */
  | { readonly type: 'person'; readonly name?: string; readonly page?: string }
  /** The page: a client tool's own function. */
  | { readonly type: 'page' }
  /** The app's `deferredToolHandler`; whom it says that the answer is from. */
  | { readonly type: 'handler'; readonly name?: string }
  /** A policy; without `rule`, because none of its rules speaks of the call. */
  | { readonly type: 'rule'; readonly policy: string; readonly rule?: string }
  /** A decision that a person asked to be remembered. */
  | { readonly type: 'grant'; readonly grantIds: readonly string[] }
  /** Nobody: the time was up. */
  | { readonly type: 'expiry' };

/** Who has to say yes to a call, where one person is not enough. */
export interface PeopleNeeded {
  /** How many different people. */
  readonly approvals: number;
  /** Who counts: `role:ops` is whoever has that role, `person:ada` the one with that id. Default: whoever may answer. */
  readonly from?: readonly string[];
  /** Whoever started the run does not count. */
  readonly notRequester?: true;
}
