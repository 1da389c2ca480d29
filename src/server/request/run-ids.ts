import { escapePart } from '../../protocol/base/ids.js';
import type { Person } from '../../remote/run-protocol/run-record.js';

/**
 * Returns the id of the run that a person starts with a key. The server creates every id, so that a client cannot
 * choose the id of another person's run or of a sub-agent's run.
 */
export async function runIdOfKey({ id, tenant = '' }: Person, key: string): Promise<string> {
  const name = JSON.stringify([tenant, id, key]);
  const subtle: SubtleCrypto | undefined = crypto.subtle;
  // A worker of a page without HTTPS has no `crypto.subtle`.
  if (subtle === undefined) return escapePart(name);
  const hash = await subtle.digest('SHA-256', new TextEncoder().encode(name));
  return btoa(String.fromCharCode(...new Uint8Array(hash)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** Returns the run id of a URL segment: `~` with a key of this person, or the id itself. */
export async function runIdOfAddress(person: Person, name: string): Promise<string> {
  return name.startsWith('~') ? await runIdOfKey(person, name.slice(1)) : name;
}
