import type { Person } from '../../agent/run-server/run-record.js';
import { UserError } from '../../protocol/base/errors.js';
import { given, isRecord, ownMember } from '../../protocol/base/record.js';

/** The longest id, name or role, in UTF-16 units. */
const maxLength = 300;
const maxRoles = 200;

/**
 * Reads the result of an app's `identify` once, and copies `id`, `name`, `roles` and `tenant` out of it. Everything else (tokens of a session, inherited members) is
 * left behind, so that it is neither stored nor shown.
 *
 * @param value the result of `identify`, after it was awaited.
 * @returns the person; `null` when the app says that the request has none (`null`, `undefined` or `false`).
 * @throws UserError `person` for everything that is not a person, since the app has a mistake then. The message holds no part of the value.
 */
export function readPerson(value: unknown): Person | null {
  if (value === null || value === undefined || value === false) return null;
  if (!isRecord(value)) throw malformedPerson('it is not an object');
  const { id, name, roles, tenant } = ownMembers(value);
  if (!isName(id)) throw malformedPerson('its `id` is not a string of 1 to 300 characters');
  // A database returns `null` for a column without a value.
  if (name !== undefined && name !== null && name !== '' && !isName(name))
    throw malformedPerson('its `name` is not a string of up to 300 characters');
  // Two customers whose tenant an app failed to find would share the empty one.
  if (tenant !== undefined && !isName(tenant))
    throw malformedPerson('its `tenant` is not a string of 1 to 300 characters');
  if (roles !== undefined && roles !== null && !Array.isArray(roles))
    throw malformedPerson('its `roles` are not a list');
  // The copy is checked: it cannot change any more.
  const ownRoles: readonly unknown[] | undefined = Array.isArray(roles) ? [...roles] : undefined;
  if (ownRoles !== undefined && !isRoles(ownRoles))
    throw malformedPerson('its `roles` hold something else than short strings');
  return Object.freeze({
    // Without a prototype, so that a polluted one gives nobody roles.
    __proto__: null,
    id,
    ...(isName(name) ? { name } : {}),
    ...(ownRoles === undefined ? {} : { roles: Object.freeze(ownRoles) }),
    ...(tenant === undefined ? {} : { tenant }),
  });
}

/** The tenant of a person, as stores keep it: people without one share the empty tenant. */
export function tenantOf({ tenant = '' }: Person): string {
  return tenant;
}

/** Returns `true` for the same person of the same tenant: two tenants may know different people by one id. */
export function isSamePerson(one: Person, other: Person): boolean {
  return one.id === other.id && tenantOf(one) === tenantOf(other);
}

/** Returns the key of a person among those of all tenants. Someone without a tenant keeps their id, unless it could be the key of somebody else. */
export function personKey({ id, tenant }: Person): string {
  return tenant === undefined && !id.startsWith('[') ? id : JSON.stringify([tenantOf({ id, tenant }), id]);
}

/** Returns `true` for a string that can name a person: not blank, short, and the same string in every database. */
export function isName(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    value.trim() !== '' &&
    value.length <= maxLength &&
    !value.includes('\0') &&
    // Postgres replaces lone surrogates, so two ids could become one.
    !/\p{Surrogate}/u.test(value)
  );
}

/** Copies what may be known of a person outside of this server: stored data may hold more. */
export function toPublicPerson({ id, name, roles, tenant }: Person): Person {
  return { id, ...given({ name, roles: roles && [...roles], tenant }) };
}

/** Reads each member once, so that a getter cannot give one value to the check and another to the copy. */
function ownMembers(
  value: Readonly<Record<string, unknown>>,
): Readonly<Record<'id' | 'name' | 'roles' | 'tenant', unknown>> {
  const [id, name, roles, tenant] = ['id', 'name', 'roles', 'tenant'].map((key) => ownMember(value, key));
  return { id, name, roles, tenant };
}

function isRoles(roles: readonly unknown[]): roles is readonly string[] {
  return roles.length <= maxRoles && roles.every(isName);
}

function malformedPerson(why: string): UserError {
  return new UserError(
    'person',
    `\`identify\` returned something that is not a person: ${why}. The request was refused, since nobody can tell who asks. Return { id, name?, roles?, tenant? }, or null for a request without a signed-in person.`,
  );
}
