import { expect, it } from '@jest/globals';
import manifest from 'countersign/package.json';

/** Entries for servers need packages that this example does not install. */
const forServers = ['./dbos', './postgres', './telemetry'];
const entries = Object.keys(manifest.exports).filter(
  (path) => !/\.(css|json)$/.test(path) && !forServers.includes(path),
);

it.each(['ai', ...entries.map((path) => path.replace('.', 'countersign'))])('loads %s', async (entry) => {
  expect(Object.keys(await import(entry)).length).toBeGreaterThan(0);
});
