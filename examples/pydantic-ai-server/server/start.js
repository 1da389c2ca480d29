// Starts the server in its own virtual environment, which is created on the first start.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

function must(command, args) {
  const { status, error } = spawnSync(command, args, { stdio: 'inherit' });
  if (error !== undefined) throw new Error(`${command} could not be started: ${error.message}. Install Python 3.11.`);
  if (status !== 0) process.exit(status ?? 1);
}

const [base, folder] = process.platform === 'win32' ? ['python', 'Scripts'] : ['python3', 'bin'];
const python = `.venv/${folder}/python`;
if (!existsSync(python)) must(base, ['-m', 'venv', '.venv']);
must(python, ['-m', 'pip', 'install', '--quiet', '--requirement', 'server/requirements.txt']);
must(python, ['server/server.py', ...process.argv.slice(2)]);
