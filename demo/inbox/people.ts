import type { Person } from 'countersign/server';

/** Who uses the demo. A page says which of them it is, and is believed: a real server knows that from its session. */
export const people: readonly Person[] = [
  { id: 'eve', name: 'Eve' },
  { id: 'ada', name: 'Ada', roles: ['ops'] },
  { id: 'bob', name: 'Bob', roles: ['ops'] },
];

/** Under which a page says who looks. */
export const personHeader = 'x-demo-person';

/** Somebody by their id. */
export function findPerson(id: string | null): Person | undefined {
  return people.find((person) => person.id === id);
}
