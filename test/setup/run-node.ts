import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { root } from './source-files.js';

/**
 * Runs Node at the root of the repository, outside the test runner's environment: with its NODE_ENV, React's
 * development build would be selected, and vite.config.ts would answer with the tests.
 */
export async function runNode(args: readonly string[]): Promise<string> {
  const { NODE_ENV: _nodeEnv, VITEST: _vitest, ...env } = process.env;
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root, env, maxBuffer: 1e8 });
  return stdout;
}
