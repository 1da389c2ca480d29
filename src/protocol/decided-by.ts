/** A person as records and cards name them. Two people may have the same name, so compare ids. */
export interface NamedPerson {
  readonly id: string;
  /** Default: the id. */
  readonly name?: string | undefined;
}

/** The person or rule that answered a call. */
export type DecidedBy =
  /**
   * A person, in the page or elsewhere. `id` is the server's id of the person; absent where no server knows them.
   * `page` names the page where several show one conversation: the same name, the same page.
   */
  | { readonly type: 'person'; readonly id?: string; readonly name?: string; readonly page?: string }
  /** Several people, whose approvals together met the rules of the call. In the order of their approvals. */
  | { readonly type: 'people'; readonly people: readonly NamedPerson[] }
  /** The page: a client tool's own function. */
  | { readonly type: 'page' }
  /** The app's `deferredToolHandler`, with the name that it gave in `answeredBy`. */
  | { readonly type: 'handler'; readonly name?: string }
  /** A policy; without `rule` if no rule of it matches the call. */
  | { readonly type: 'rule'; readonly policy: string; readonly rule?: string }
  /** Remembered approvals. */
  | { readonly type: 'grant'; readonly grantIds: readonly string[] }
  /** The deadline passed without an answer. */
  | { readonly type: 'expiry' };

/** The people who must approve a call for which one person is not enough. */
export interface PeopleNeeded {
  /** The number of different people. */
  readonly approvals: number;
  /**
   * The people who count: `role:ops` is everyone with that role, `person:ada` the one with that id. Default: everyone
   * who may answer.
   */
  readonly from?: readonly string[];
  /** The person who started the run does not count. */
  readonly notRequester?: true;
}

/** The approvals of a call that needs several people, as its server reports them to one person. */
export interface ApprovalProgress {
  /**
   * The person who reads it. `open`: their approval is still missing. `approved`: they have approved. `requester`: they
   * started the run, so their approval does not count. `other`: no rule asks for their approval.
   */
  readonly viewer: 'open' | 'approved' | 'requester' | 'other';
  /** Their id, to recognize them among the approvers. */
  readonly viewerId: string;
  /** The number of approvals that each rule still needs, in the order of the rules. */
  readonly missing: readonly number[];
  /** The times of the approvals so far, in milliseconds since 1970, in the order of the approvers. */
  readonly approvedAt: readonly number[];
}

/** Returns a label for each person: the name or, where another person has the same name, the name with the id. */
export function labelPeople(people: readonly NamedPerson[]): readonly string[] {
  const nameOf = ({ id, name }: NamedPerson): string => name ?? id;
  return people.map((person) => {
    const isShared = people.some((other) => other.id !== person.id && nameOf(other) === nameOf(person));
    return isShared ? `${nameOf(person)} (${person.id})` : nameOf(person);
  });
}
