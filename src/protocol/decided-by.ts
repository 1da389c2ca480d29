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

/** Returns a label for each person: the name or, where another person has the same name, the name with the id. */
export function labelPeople(people: readonly NamedPerson[]): readonly string[] {
  const nameOf = ({ id, name }: NamedPerson): string => name ?? id;
  return people.map((person) => {
    const isShared = people.some((other) => other.id !== person.id && nameOf(other) === nameOf(person));
    return isShared ? `${nameOf(person)} (${person.id})` : nameOf(person);
  });
}
