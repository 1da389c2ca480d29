import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../setup/source-files.js';

const recordings = join(root, '../shared/backends/recordings');

/** `true` when recordings of real servers with stock clients are available next to the project. */
export const hasRecordings: boolean = existsSync(recordings);
if (!hasRecordings) process.stdout.write('  skipped: no recordings of real servers lie beside the project\n');

/** One request of a recorded conversation, and the response of its server. */
export interface Exchange<BODY> {
  readonly request: { readonly method: string; readonly path: string; readonly body: BODY };
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A recorded conversation, named `server/case`. */
export interface Recording<BODY> {
  readonly name: string;
  readonly exchanges: readonly Exchange<BODY>[];
}

type RecordedResponse = Pick<Exchange<never>, 'status' | 'headers'>;

interface Line<BODY> {
  readonly n?: number;
  readonly request?: Exchange<BODY>['request'];
  readonly response?: RecordedResponse;
  readonly data?: string;
}

function readExchanges<BODY>(file: string): readonly Exchange<BODY>[] {
  const found: { request?: Exchange<BODY>['request']; response?: RecordedResponse; body: string }[] = [];
  for (const text of readFileSync(file, 'utf8').trim().split('\n')) {
    const { n, request, response, data = '' }: Line<BODY> = JSON.parse(text);
    if (n === undefined) continue;
    found[n - 1] ??= { body: '' };
    const exchange = found[n - 1] ?? { body: '' };
    Object.assign(exchange, request && { request }, response && { response });
    exchange.body += data;
  }
  return found.flatMap(({ request, response, body }) => (request && response ? [{ request, ...response, body }] : []));
}

/** Returns the recordings of these servers that `isPlayed` selects. Empty when no recordings are available. */
export function readRecordings<BODY>(
  servers: readonly string[],
  isPlayed: (server: string, name: string) => boolean,
): readonly Recording<BODY>[] {
  if (!hasRecordings) return [];
  return servers.flatMap((server) =>
    readdirSync(join(recordings, server))
      .map((file) => file.replace('.jsonl', ''))
      .filter((name) => isPlayed(server, name))
      .map((name) => ({
        name: `${server}/${name}`,
        exchanges: readExchanges<BODY>(join(recordings, server, `${name}.jsonl`)),
      })),
  );
}
