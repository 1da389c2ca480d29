import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { root } from './source-files.js';

/**
 * Runs Node at the root of the repository, without the test runner's environment. Its NODE_ENV would select
 * React's development build, and vite.config.ts would return the test configuration.
 */
export async function runNode(args: readonly string[]): Promise<string> {
  const { NODE_ENV: _nodeEnv, VITEST: _vitest, ...env } = process.env;
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root, env, maxBuffer: 1e8 });
  return stdout;
}
