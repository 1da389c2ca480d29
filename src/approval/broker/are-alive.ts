import type { Ledger } from './grant-desk.js';

/** Whether none of these grants was revoked while the ledger was asked. */
export function areAlive(grants: Pick<Ledger, 'list'>, grantIds: readonly string[]): boolean {
  const alive = new Set(grants.list().map(({ id }) => id));
  return grantIds.every((id) => alive.has(id));
}
