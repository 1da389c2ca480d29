/** The calls that several users of a hook show in the one place that a page has: each call counts once. */
interface Tally {
  /** Sets the pending calls of one user; an empty list removes it. */
  readonly set: (user: object, itemIds: readonly string[]) => void;
  readonly total: () => number;
}

/** Makes a tally; `changed` is called after each change. */
export function createTally(changed: () => void): Tally {
  const users = new Map<object, readonly string[]>();
  return {
    set: (user, itemIds) => {
      if (itemIds.length === 0) users.delete(user);
      else users.set(user, itemIds);
      changed();
    },
    total: () => new Set([...users.values()].flat()).size,
  };
}
