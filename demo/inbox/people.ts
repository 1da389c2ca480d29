import type { Person } from 'countersign/server';

/** The people of the demo. The page sends the person without proof; a real server takes them from the session. */
export const people: readonly Person[] = [
  { id: 'eve', name: 'Eve' },
  { id: 'ada', name: 'Ada', roles: ['ops'] },
  { id: 'bob', name: 'Bob', roles: ['ops'] },
];

/** The header with the id of the person. */
export const personHeader = 'x-demo-person';

/** Returns the person with an id. */
export function findPerson(id: string | null): Person | undefined {
  return people.find((person) => person.id === id);
}
