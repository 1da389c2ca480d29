/** A person as records and cards name them. Two people may have the same name, so compare ids. */
export interface NamedPerson {
  readonly id: string;
  /** Default: the id. */
  readonly name?: string | undefined;
}

/** Who or what answered for a call. */
export type DecidedBy =
  /**
   * A person, in the page or elsewhere. `id` is the server's id of the person; absent where no server knows them. `page` names the page where several show
   * one conversation: the same name, the same page.
   */
  | { readonly type: 'person'; readonly id?: string; readonly name?: string; readonly page?: string }
  /** Several people, whose approvals together met the rules of the call. In the order of their approvals. */
  | { readonly type: 'people'; readonly people: readonly NamedPerson[] }
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

/** Returns a label for each person: the name or, where another person has the same name, the name with the id. */
export function labelPeople(people: readonly NamedPerson[]): readonly string[] {
  const nameOf = ({ id, name }: NamedPerson): string => name ?? id;
  return people.map((person) => {
    const isShared = people.some((other) => other.id !== person.id && nameOf(other) === nameOf(person));
    return isShared ? `${nameOf(person)} (${person.id})` : nameOf(person);
  });
}
