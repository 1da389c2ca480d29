/** A Postgres server of this repository's own. */
export interface OwnPostgres {
  readonly url: string;
  /** Stops the server and starts it again, as an upgrade does. */
  readonly restart: () => void;
  readonly stop: () => Promise<void>;
}

/** Starts one in a temporary folder, which goes with it. A text: why there is none. */
export function startPostgres(options: {
  /** Whether Debian's package is installed where there is none, as root. */
  readonly install: boolean;
  readonly say?: (progress: string) => void;
}): Promise<OwnPostgres | string>;
