import { DBOSClient } from '@dbos-inc/dbos-sdk';
import type { DatabaseAddresses } from '../postgres/connection/check-session.js';
import { closePool, openEnginePool, openServicePool } from '../postgres/connection/open-pool.js';
import { engine } from './engine.js';

/** The maximum number of connections of a client. */
const poolSize = 10;

/** A client of the engine, with its own connections. */
export interface EngineClient {
  readonly client: DBOSClient;
  readonly close: () => Promise<void>;
}

/** Opens a client of the engine. It sends queries only, so it can use a pooler in transaction mode. */
export async function openEngineClient({ databaseUrl, directUrl }: DatabaseAddresses): Promise<EngineClient> {
  const { pool } =
    directUrl === undefined
      ? openEnginePool(databaseUrl, poolSize)
      : { pool: openServicePool({ url: databaseUrl, max: poolSize, address: 'pooled' }) };
  const client = await DBOSClient.create({
    systemDatabaseUrl: databaseUrl,
    systemDatabasePool: pool,
    applicationName: engine.application,
  });
  const close = async (): Promise<void> => {
    await client.destroy();
    await closePool(pool);
  };
  return { client, close };
}
