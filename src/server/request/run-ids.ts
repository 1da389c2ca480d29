import type { Person } from '../../agent/run-server/run-record.js';
import { escapePart } from '../../protocol/base/ids.js';

/**
 * Returns the id of the run that a person starts under a key of theirs. The server makes every id, so that no client can choose one that
 * already means something else: another person's run, or a sub-agent's run within one.
 */
export async function runIdOfKey({ id, tenant = '' }: Person, key: string): Promise<string> {
  const name = JSON.stringify([tenant, id, key]);
  const subtle: SubtleCrypto | undefined = crypto.subtle;
  // A worker of a page that is not served over https has none.
  if (subtle === undefined) return escapePart(name);
  const hash = await subtle.digest('SHA-256', new TextEncoder().encode(name));
  return btoa(String.fromCharCode(...new Uint8Array(hash)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** Returns the run id that an address names: `~` and a key of this person, or the id itself. */
export async function runIdOfAddress(person: Person, name: string): Promise<string> {
  return name.startsWith('~') ? await runIdOfKey(person, name.slice(1)) : name;
}
