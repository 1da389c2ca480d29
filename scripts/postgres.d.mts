/** A Postgres server that this repository started. */
export interface OwnPostgres {
  readonly url: string;
  /** Stops the server and starts it again, as an upgrade does. */
  readonly restart: () => void;
  readonly stop: () => Promise<void>;
}

/**
 * Starts a server in a temporary folder, which is deleted at the end. Returns a string with the reason if none can be
 * started.
 */
export function startPostgres(options: {
  /** `true` to install Debian's package as root if Postgres is missing. */
  readonly install: boolean;
  readonly say?: (progress: string) => void;
}): Promise<OwnPostgres | string>;
