import { UserError } from '../../protocol/base/errors.js';
import { definedProps, isRecord, ownMember } from '../../protocol/base/record.js';
import type { Person } from '../../remote/run-protocol/run-record.js';

/** The longest id, name or role, in UTF-16 units. */
const maxLength = 300;
const maxRoles = 200;

/**
 * Reads the result of `identify` once, and copies `id`, `name`, `roles` and `tenant`. Other members, such as session
 * tokens, and inherited ones are dropped, so that they are never stored or shown.
 *
 * @param value the awaited result of `identify`.
 * @returns the person; `null` for an anonymous request (`null`, `undefined` or `false`).
 * @throws UserError `person` for any other value, which is a mistake of the app. The message contains no part of the
 * value.
 */
export function readPerson(value: unknown): Person | null {
  if (value === null || value === undefined || value === false) return null;
  if (!isRecord(value)) throw malformedPerson('it is not an object');
  const { id, name, roles, tenant } = ownMembers(value);
  if (!isName(id)) throw malformedPerson('its `id` is not a string of 1 to 300 characters');
  // A database returns `null` for a column without a value.
  if (name !== undefined && name !== null && name !== '' && !isName(name))
    throw malformedPerson('its `name` is not a string of up to 300 characters');
  // An empty tenant is rejected: customers whose tenant the app failed to find would share it.
  if (tenant !== undefined && !isName(tenant))
    throw malformedPerson('its `tenant` is not a string of 1 to 300 characters');
  if (roles !== undefined && roles !== null && !Array.isArray(roles))
    throw malformedPerson('its `roles` are not an array');
  // Check the copy, because the app could still change the original array.
  const ownRoles: readonly unknown[] | undefined = Array.isArray(roles) ? [...roles] : undefined;
  if (ownRoles !== undefined && !isRoles(ownRoles))
    throw malformedPerson('its `roles` are not at most 200 strings of 1 to 300 characters');
  return Object.freeze({
    // Without a prototype, so that a polluted `Object.prototype` cannot add roles.
    __proto__: null,
    id,
    ...(isName(name) ? { name } : {}),
    ...(ownRoles === undefined ? {} : { roles: Object.freeze(ownRoles) }),
    ...(tenant === undefined ? {} : { tenant }),
  });
}

/** Returns the tenant of a person as stores have it. People without one share the empty tenant. */
export function tenantOf({ tenant = '' }: Person): string {
  return tenant;
}

/** Returns `true` for the same id and tenant. Two tenants may use one id for different people. */
export function isSamePerson(one: Person, other: Person): boolean {
  return one.id === other.id && tenantOf(one) === tenantOf(other);
}

/**
 * Returns a key that is unique among all tenants. Without a tenant it is the id, unless the id could be mistaken for a
 * key.
 */
export function personKey({ id, tenant }: Person): string {
  return tenant === undefined && !id.startsWith('[') ? id : JSON.stringify([tenantOf({ id, tenant }), id]);
}

/**
 * Returns `true` for a string that can identify a person: not blank, at most 300 characters, and safe in every
 * database.
 */
export function isName(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    value.trim() !== '' &&
    value.length <= maxLength &&
    !value.includes('\0') &&
    // Postgres replaces unpaired surrogates, so two ids could become one.
    !/\p{Surrogate}/u.test(value)
  );
}

/** Copies the members of a person that may be sent to clients. */
export function toPublicPerson({ id, name, roles, tenant }: Person): Person {
  return { id, ...definedProps({ name, roles: roles && [...roles], tenant }) };
}

/** Reads each member once, so that a getter cannot return one value to the check and another to the copy. */
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
    `\`identify\` returned a value that is not a person: ${why}. The request was refused, because its sender is unknown. Return { id, name?, roles?, tenant? }, or null for an anonymous request.`,
  );
}
